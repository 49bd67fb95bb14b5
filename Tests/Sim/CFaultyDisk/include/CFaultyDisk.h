#ifndef FLASH_FAULTY_DISK_H
#define FLASH_FAULTY_DISK_H

/* Disks that fail, for SQLite: a VFS over the system's own, which becomes the default.
 *
 * A disk is a folder. It counts writes, cuts and syncs of the files in it. At a number that was set it
 * loses power, after which nothing reaches it, or it is full for a while. What was written and not
 * synced may be lost with the power, piece by piece.
 *
 * For one thread that writes. */

/* Makes the VFS the default one. Returns an SQLite status. */
int flash_disk_install(void);

/* Makes a disk of a folder. Returns its number, or -1 if there are too many. */
int flash_disk_add(const char *folder);

/* Forgets all disks. */
void flash_disk_clear(void);

/* The power fails at the write that is so many from now, 1 for the next. A part of that write may
 * arrive: `torn` bytes of it. 0 for never. */
void flash_disk_fail(int disk, long writes, int torn);

/* The disk is full from the write that is so many from now, for so many tries. */
void flash_disk_fill(int disk, long writes, long tries);

/* Whether the power has failed. */
int flash_disk_is_dead(int disk);

/* Gives the power back, once nothing is open on it. Of what was written since the last sync of its
 * file each piece is lost if its bit of `random`, which is drawn on, says so. */
int flash_disk_revive(int disk, unsigned long long random);

/* Writes, cuts and syncs so far. */
long flash_disk_writes(int disk);

/* Writes that a full disk has refused so far. */
long flash_disk_refusals(int disk);

#endif
