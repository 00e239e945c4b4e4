/** Length of the buckets in which the server stores the watched parts of a recording, in seconds. */
export const bucketSeconds = 5
