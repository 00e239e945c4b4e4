import { expect, test } from 'vitest'
import type { PlayerPosition } from './player-connection.ts'
import { WatchedRanges } from './watch-saver.ts'

const playing: PlayerPosition = { time: 0, duration: 600, rate: 1, state: 'playing' }

function play(ranges: WatchedRanges, from: number, to: number, { rate = 1, step = 0.25 } = {}) {
  const clock = { at: 0 }
  for (let time = from; time <= to; time += step) {
    ranges.note({ ...playing, time, rate }, clock.at)
    clock.at += (step / rate) * 1000
  }
}

test('played time is counted in buckets of five seconds', () => {
  const ranges = new WatchedRanges()
  play(ranges, 0, 12)
  expect(ranges.unsaved(200)).toEqual([[0, 3]])
})

test('a bucket that playing only reached the edge of does not count', () => {
  const ranges = new WatchedRanges()
  play(ranges, 0, 10)
  expect(ranges.unsaved(200)).toEqual([[0, 2]])
})

test('a jump is not watched, and playing goes on counting after it', () => {
  const ranges = new WatchedRanges()
  ranges.note({ ...playing, time: 0 }, 0)
  ranges.note({ ...playing, time: 4 }, 4000)
  ranges.note({ ...playing, time: 400 }, 4250)
  ranges.note({ ...playing, time: 402 }, 6250)
  expect(ranges.unsaved(200)).toEqual([
    [0, 1],
    [80, 81],
  ])
})

test('nothing counts while the player is paused or buffering', () => {
  const ranges = new WatchedRanges()
  ranges.note({ ...playing, state: 'paused', time: 0 }, 0)
  ranges.note({ ...playing, state: 'buffering', time: 1 }, 1000)
  ranges.note({ ...playing, state: 'playing', time: 2 }, 2000)
  expect(ranges.unsaved(200)).toEqual([])
})

test('the part played just before a pause counts', () => {
  const ranges = new WatchedRanges()
  ranges.note({ ...playing, time: 20 }, 0)
  ranges.note({ ...playing, state: 'paused', time: 21 }, 1000)
  expect(ranges.unsaved(200)).toEqual([[4, 5]])
})

test('at double speed twice as much may pass', () => {
  const ranges = new WatchedRanges()
  ranges.note({ ...playing, rate: 2, time: 0 }, 0)
  ranges.note({ ...playing, rate: 2, time: 20 }, 10_000)
  expect(ranges.unsaved(200)).toEqual([[0, 4]])
})

test('a page that was in the background for a while counts what the clock explains', () => {
  const ranges = new WatchedRanges()
  ranges.note({ ...playing, time: 0 }, 0)
  ranges.note({ ...playing, time: 60 }, 60_000)
  expect(ranges.unsaved(200)).toEqual([[0, 12]])
})

test('the last bucket may be shorter than five seconds, and none lies behind the end', () => {
  const ranges = new WatchedRanges()
  ranges.note({ ...playing, duration: 12, time: 9 }, 0)
  ranges.note({ ...playing, duration: 12, time: 12.4 }, 3400)
  expect(ranges.unsaved(200)).toEqual([[1, 3]])
})

test('saved ranges are not sent again, and what came meanwhile stays', () => {
  const ranges = new WatchedRanges()
  play(ranges, 0, 10)
  const sent = ranges.unsaved(200)
  play(ranges, 30, 35)
  ranges.saved(sent)
  expect(ranges.unsaved(200)).toEqual([[6, 7]])
})

test('no call carries more ranges than it may', () => {
  const ranges = new WatchedRanges()
  for (const start of [0, 50, 100]) play(ranges, start, start + 5)
  expect(ranges.unsaved(2)).toEqual([
    [0, 1],
    [10, 11],
  ])
})
