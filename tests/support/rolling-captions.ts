/** Automatic captions, which repeat every line: original, converted to .srt, and with joined lines. */

export const youtube = `WEBVTT
Kind: captions
Language: en

00:00:00.240 --> 00:00:01.910 align:start position:0%
 
yeah<00:00:00.480><c> yeah</c><00:00:00.799><c> welcome</c>

00:00:01.910 --> 00:00:01.920 align:start position:0%
yeah yeah welcome
 

00:00:01.920 --> 00:00:04.550 align:start position:0%
yeah yeah welcome
we<00:00:02.080><c> bought</c><00:00:02.399><c> two</c><00:00:02.720><c> trucks</c>

00:00:04.550 --> 00:00:04.560 align:start position:0%
we bought two trucks
 

00:00:04.560 --> 00:00:06.000 align:start position:0%
we bought two trucks
yeah

00:00:06.000 --> 00:00:06.010 align:start position:0%
yeah
 

00:00:06.010 --> 00:00:08.000 align:start position:0%
yeah
yeah

00:00:08.000 --> 00:00:08.010 align:start position:0%
yeah
 
`

export const youtubeAsSrt = `1
00:00:00,240 --> 00:00:01,910
welcome to the show

2
00:00:01,910 --> 00:00:01,920
welcome to the show

3
00:00:01,920 --> 00:00:04,550
welcome to the show
we bought two trucks

4
00:00:04,550 --> 00:00:04,560
we bought two trucks

5
00:00:04,560 --> 00:00:06,000
we bought two trucks
and drove one
`

export const youtubeJoined = `1
00:00:00,000 --> 00:00:02,000
welcome to the show

2
00:00:02,000 --> 00:00:04,000
welcome to the show we bought two trucks

3
00:00:04,000 --> 00:00:06,000
we bought two trucks and drove one
`
