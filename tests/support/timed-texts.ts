/** Transcripts that are not captions: text with times in brackets, bare, or in separate lines. */

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

export const fathom = `Sample evening - November 24
VIEW RECORDING - 35 mins: https://fathom.video/share/x

---

@0:00 - Amara Dike (House Lights)
Good evening, everybody.
ACTION ITEM: Send the slides - WATCH: https://fathom.video/x

@0:12 - Zoë Marchetti
Hello.
`

export const webexText = `Amara Dike
00:00:02
Good evening.

Zoë Marchetti
00:00:09
Hello. Remember: cash first.
`

export const rev = `zoe (00:02):
Good evening. We start at 10:30 sharp.

Amara Dike: (00:09)
Hello.

Transcribed by Rev.com, sample
More of the footer.
`

export const markdown = `# Sample evening

### 00:00:00 {#00:00:00}

**Amara Dike:** Good evening.
**Zoë Marchetti:** Hello.

### 00:05:53 {#00:05:53}

**Amara Dike:** Goodbye.

Transcription ended after 00:55:19

*This editable transcript was computer generated.*
`

export const podcast = `**Amara** [0:00]: Good evening.

**Zoë**: [0:07] Hello.
`
