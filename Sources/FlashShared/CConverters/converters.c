/* Debian's libxml2 asks ICU for encodings that it does not know itself. Flash hands it UTF-8 and
   nothing else, so it never asks; but a program that is linked statically would carry ICU and its
   30 MB of tables. These are the functions that libxml2 names, by the names that ICU's own
   headers give them, and there is no converter for any encoding. */

#if __has_include(<unicode/ucnv.h>)

#include <unicode/ucnv.h>
#include <unicode/ucnv_err.h>

void UCNV_FROM_U_CALLBACK_STOP(
    const void *context, UConverterFromUnicodeArgs *arguments, const UChar *units, int32_t length,
    UChar32 scalar, UConverterCallbackReason reason, UErrorCode *status) {
  (void)context, (void)arguments, (void)units, (void)length, (void)scalar, (void)reason, (void)status;
}

void UCNV_TO_U_CALLBACK_STOP(
    const void *context, UConverterToUnicodeArgs *arguments, const char *units, int32_t length,
    UConverterCallbackReason reason, UErrorCode *status) {
  (void)context, (void)arguments, (void)units, (void)length, (void)reason, (void)status;
}

UConverter *ucnv_open(const char *name, UErrorCode *status) {
  (void)name;
  *status = U_FILE_ACCESS_ERROR;
  return NULL;
}

void ucnv_close(UConverter *converter) { (void)converter; }

void ucnv_setToUCallBack(
    UConverter *converter, UConverterToUCallback action, const void *context,
    UConverterToUCallback *oldAction, const void **oldContext, UErrorCode *status) {
  (void)converter, (void)action, (void)context, (void)oldAction, (void)oldContext;
  *status = U_UNSUPPORTED_ERROR;
}

void ucnv_setFromUCallBack(
    UConverter *converter, UConverterFromUCallback action, const void *context,
    UConverterFromUCallback *oldAction, const void **oldContext, UErrorCode *status) {
  (void)converter, (void)action, (void)context, (void)oldAction, (void)oldContext;
  *status = U_UNSUPPORTED_ERROR;
}

void ucnv_convertEx(
    UConverter *to, UConverter *from, char **target, const char *targetLimit, const char **source,
    const char *sourceLimit, UChar *pivotStart, UChar **pivotSource, UChar **pivotTarget,
    const UChar *pivotLimit, UBool reset, UBool flush, UErrorCode *status) {
  (void)to, (void)from, (void)target, (void)targetLimit, (void)source, (void)sourceLimit;
  (void)pivotStart, (void)pivotSource, (void)pivotTarget, (void)pivotLimit, (void)reset, (void)flush;
  *status = U_UNSUPPORTED_ERROR;
}

#endif
