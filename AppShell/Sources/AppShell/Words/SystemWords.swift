#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the system's numbers mean.
enum SystemWords {
  static func meaning(ofErrno code: Int32) -> String {
    switch code {
    case EACCES, EPERM: "you may not use it"
    case EROFS: "its disk can only be read"
    case ENOSPC, EDQUOT: "the disk is full"
    case ENOTDIR: "a part of its path is not a folder"
    case ENOENT: "it does not exist"
    case ELOOP: "its path leads in circles, or its database is a link"
    case ENAMETOOLONG: "its path is too long"
    case EISDIR: "there is a folder of that name"
    default: "the system says error \(code)"
    }
  }
}
