/* Whether a sanitizer is compiled in: gcc and clang say it in different words. */
#ifndef PM_SANITIZERS_H
#define PM_SANITIZERS_H

#ifndef __has_feature
#define __has_feature(name) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define PM_ADDRESS_SANITIZER 1
#else
#define PM_ADDRESS_SANITIZER 0
#endif

#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
#define PM_THREAD_SANITIZER 1
#else
#define PM_THREAD_SANITIZER 0
#endif

#endif
