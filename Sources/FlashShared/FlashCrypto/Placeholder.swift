import FlashModel
