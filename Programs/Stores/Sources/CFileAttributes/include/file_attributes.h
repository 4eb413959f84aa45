#ifndef FILE_ATTRIBUTES_H
#define FILE_ATTRIBUTES_H

/* Copies the extended attributes and access control lists of the file at a path to an open file, as far as this user
   may set them and the file system has any. 0, or the number of the error with which a copy failed. */
int file_attributes_copy(const char *from, int to);

#endif
