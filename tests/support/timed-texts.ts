/** Transcripts that are no captions: text with times, in brackets, bare, or above what is said. */

export const bracketed = `The last mile comes first

[00:00] Amara: Good morning.
[00:05] Zoë: We left at
7:30 in the morning, and
[00:12] Amara: Where to?
`

export const pasted = `0:00
welcome to the show
0:04
4 seconds
we bought two trucks
1:02:03
1 hour, 2 minutes, 3 seconds
goodbye`

export const plain = `00:00 - Good morning.
00:05 - It was
7:30 in the morning.
00:09 - Then we left.
00:15 - That is all.`

export const otter = `Amara Dike-Laurent  0:03
Good morning.

Zoë Marchetti  0:07
We left at 6:45 pm.
And came back.
`
