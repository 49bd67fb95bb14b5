#include <libxml/xmlversion.h>
/* Without ICU's headers, which are others than those of Foundation: a program that sees both does not
   build. What they declare is the end of a structure that nothing here looks into. */
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
