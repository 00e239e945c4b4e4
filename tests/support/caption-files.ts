import { youtube, youtubeAsSrt, youtubeJoined } from './rolling-captions.ts'
import {
  bracketed,
  fathom,
  markdown,
  otter,
  pasted,
  plain,
  podcast,
  rev,
  webexText,
} from './timed-texts.ts'

/** Caption files in the format of each source, with the expected result. */
type CaptionFile = {
  from: string
  text: string
  /** `start end speaker: text` in seconds; the speaker is optional. */
  cues: string[]
  dropped?: number
  /** `line reason` of each skipped line. */
  skipped?: string[]
}

const before = (line: number) => `${line} Before the first time.`
const added = (line: number) => `${line} Not spoken: added by a program.`

const zoom = `WEBVTT

1
00:00:01.230 --> 00:00:04.560
Amara Dike-Laurent: Good evening, everybody.

2
00:00:04.600 --> 00:00:07.000
Zoë Marchetti: The lesson was this: never stop.

3
00:00:07.100 --> 00:00:09.000
Amara Dike-Laurent: 10:30 is when the border opens.
`

const teams = `\uFEFFWEBVTT\r
\r
3f2a9c1e-77aa-4b1c-9f8e-1d2c3b4a5f60/12-0\r
00:00:03.560 --> 00:00:05.470\r
<v Amara Dike-Laurent>Good evening.</v>\r
\r
3f2a9c1e-77aa-4b1c-9f8e-1d2c3b4a5f60/14-1\r
00:00:05.900 --> 00:00:08.000\r
<v Zoë Marchetti>Hello. How do you\r
price a delivery?</v>\r
`

const srt = `1\r
00:00:01,000 --> 00:00:02,500\r
<i>Welcome back.</i>\r
\r
2\r
00:00:02,500 --> 00:00:04,000\r
{\\an8}From A --> B in an hour.\r
\r
3\r
00:00:04,000 --> 00:00:05,000\r
Yeah.\r
\r
4\r
00:00:05,000 --> 00:00:06,000\r
Yeah.\r
`

const sloppy = `WEBVTT
00:01.000 --> 00:02.000
HOST: Fish &amp; chips, 3 &lt; 4
intro-cue
still speaking

NOTE a comment
of two lines

the second one
00:02.000 --> 00:03.000 line:0 position:50%
GUEST: Rock &#39;n&#39; roll

last
00:03.500-->00:04.500
HOST: The end
`

const webex = `WEBVTT

1 "Amara Dike-Laurent" (3441)
00:00:01.000 --> 00:00:02.000
Good evening.

2 "Zoë Marchetti" (3442)
00:00:02.000 --> 00:00:03.000
Remember: cash first.
`

const sbv = `0:00:00.240,0:00:01.910
welcome to the show

0:00:01.920,0:00:04.550
we bought two trucks
`

export const captionFiles: CaptionFile[] = [
  {
    from: 'Zoom',
    text: zoom,
    cues: [
      '1.23 4.56 Amara Dike-Laurent: Good evening, everybody.',
      '4.6 7 Zoë Marchetti: The lesson was this: never stop.',
      '7.1 9 Amara Dike-Laurent: 10:30 is when the border opens.',
    ],
  },
  {
    from: 'Teams, with a byte order mark',
    text: teams,
    cues: [
      '3.56 5.47 Amara Dike-Laurent: Good evening.',
      '5.9 8 Zoë Marchetti: Hello. How do you price a delivery?',
    ],
  },
  {
    from: 'YouTube, captions that roll',
    text: youtube,
    cues: [
      '0.24 1.91 yeah yeah welcome',
      '1.92 4.55 we bought two trucks',
      '4.56 6 yeah',
      '6.01 8 yeah',
    ],
    dropped: 7,
  },
  {
    from: 'YouTube, made an .srt',
    text: youtubeAsSrt,
    cues: [
      '0.24 1.91 welcome to the show',
      '1.92 4.55 we bought two trucks',
      '4.56 6 and drove one',
    ],
    dropped: 4,
  },
  {
    from: 'YouTube, its lines joined',
    text: youtubeJoined,
    cues: ['0 2 welcome to the show', '2 4 we bought two trucks', '4 6 and drove one'],
    dropped: 2,
  },
  {
    from: '.srt with commas, and a "yeah" said twice',
    text: srt,
    cues: ['1 2.5 Welcome back.', '2.5 4 From A --> B in an hour.', '4 5 Yeah.', '5 6 Yeah.'],
  },
  {
    from: 'a hand that knows no hours and forgets blank lines',
    text: sloppy,
    skipped: ['7 A comment.', '8 A comment.'],
    cues: [
      '1 2 HOST: Fish & chips, 3 < 4 intro-cue still speaking',
      "2 3 GUEST: Rock 'n' roll",
      '3.5 4.5 HOST: The end',
    ],
  },
  {
    from: 'Webex, names in the ids',
    text: webex,
    cues: ['1 2 Amara Dike-Laurent: Good evening.', '2 3 Zoë Marchetti: Remember: cash first.'],
  },
  {
    from: 'YouTube Studio, .sbv',
    text: sbv,
    cues: ['0.24 1.91 welcome to the show', '1.92 4.55 we bought two trucks'],
  },
  {
    from: 'text with times in brackets',
    text: bracketed,
    skipped: [before(1)],
    cues: [
      '0 5 Amara: Good morning.',
      '5 12 Zoë: We left at 7:30 in the morning, and',
      '12 14 Amara: Where to?',
    ],
  },
  {
    from: "a video page's transcript, copied",
    text: pasted,
    cues: ['0 4 welcome to the show', '4 3723 we bought two trucks', '3723 3725 goodbye'],
  },
  {
    from: 'text in which somebody says what time it was',
    text: plain,
    cues: [
      '0 5 Good morning.',
      '5 9 It was 7:30 in the morning.',
      '9 15 Then we left.',
      '15 17 That is all.',
    ],
  },
  {
    from: 'Otter, a name and a time above each part',
    text: otter,
    cues: [
      '3 7 Amara Dike-Laurent: Good morning.',
      '7 10.2 Zoë Marchetti: We left at 6:45 pm. And came back.',
    ],
  },
  {
    from: 'Microsoft Graph, times without zeros in front',
    text: 'WEBVTT\n\n0:0:4.56 --> 0:0:9.100\n<v Amara>One.</v>\n\n0:1:2.90 --> 0:1:4.480\n<v Amara>Two.</v>\n',
    cues: ['4.056 9.1 Amara: One.', '62.09 64.48 Amara: Two.'],
  },
  {
    from: 'Whisper, its output',
    text: '[00:00.000 --> 00:08.420]  Welcome.\n[01:02:03.500 --> 01:02:07.200]  And a bakery.\n',
    cues: ['0 8.42 Welcome.', '3723.5 3727.2 And a bakery.'],
  },
  {
    from: 'Whisper in seconds',
    text: '[0.00s -> 8.42s] Welcome.\n[8.42s -> 12.50s] Two trucks.\n',
    cues: ['0 8.42 Welcome.', '8.42 12.5 Two trucks.'],
  },
  {
    from: 'Whisper, its table',
    text: 'start\tend\ttext\n0\t8420\tWelcome.\n8420\t12500\tTwo trucks.\n',
    cues: ['0 8.42 Welcome.', '8.42 12.5 Two trucks.'],
  },
  {
    from: 'Whisper as JSON',
    text: '\uFEFF{"text":"","segments":[{"id":0,"start":0.5,"end":3725.25,"text":" Two\\ntrucks."},\n{"start":3726,"end":3727,"text":" ","speaker":"SPEAKER_01"},{"start":3728,"end":3729,"text":"Yes.","speaker":"SPEAKER_01"}],"language":"en"}',
    cues: ['0.5 3725.25 Two trucks.', '3728 3729 SPEAKER_01: Yes.'],
  },
  {
    from: 'whisper.cpp as JSON',
    text: '{"result":{"language":"en"},"transcription":[{"offsets":{"from":0,"to":2480},"text":" Welcome."}]}',
    cues: ['0 2.48 Welcome.'],
  },
  {
    from: 'speakers with pronouns',
    text: '[0:00] Amara Dike - she/her: Good evening.\n[0:04] Sam (he/him): Hello.\n[0:09] Amara Dike - she/her: Bye.\n',
    cues: ['0 4 Amara Dike: Good evening.', '4 9 Sam: Hello.', '9 11 Amara Dike: Bye.'],
  },
  {
    from: 'an .srt with points for colons, and an end that was mistyped',
    text: '1\n00.00.01,000 --> 00.00.03,000\nOne.\n\n2\n00:00:04,000 --> 00:00:0x,000\nTwo.\n\n3\n00:00:07,000 --> 00:00:08,000\nThree.\n',
    cues: ['1 3 One.', '4 7 Two.', '7 8 Three.'],
    skipped: ['6 Unreadable end time: the caption lasts until the next one.'],
  },
  {
    from: 'Teams, its document copied',
    text: 'Sample evening\n1h 3m 14s\n\nAmara Dike   0:03\nGood evening.\n\nAmara Dike stopped transcription\n',
    cues: ['3 5 Amara Dike: Good evening.'],
    skipped: [before(1), before(2), added(7)],
  },
  {
    from: 'Fathom',
    text: fathom,
    cues: ['0 12 Amara Dike: Good evening, everybody.', '12 14 Zoë Marchetti: Hello.'],
    skipped: [before(1), before(2), before(4), added(8)],
  },
  {
    from: 'Webex, as text',
    text: webexText,
    cues: ['2 9 Amara Dike: Good evening.', '9 11 Zoë Marchetti: Hello. Remember: cash first.'],
  },
  {
    from: 'Rev, with a footer',
    text: rev,
    cues: ['2 9 zoe: Good evening. We start at 10:30 sharp.', '9 11 Amara Dike: Hello.'],
    skipped: [added(7), added(8)],
  },
  {
    from: 'Google Meet, as Markdown',
    text: markdown,
    cues: [
      '0 353 Amara Dike: Good evening.',
      '0 353 Zoë Marchetti: Hello.',
      '353 355 Amara Dike: Goodbye.',
    ],
    skipped: [before(1), added(12), added(14)],
  },
  {
    from: 'a podcast, as Markdown',
    text: podcast,
    cues: ['0 7 Amara: Good evening.', '7 9 Zoë: Hello.'],
  },
]
