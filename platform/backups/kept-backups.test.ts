import { array, assert, date, oneof, property, string, uniqueArray } from 'fast-check'
import { expect, test } from 'vitest'
import { chooseKeptBackups, nameBackup, readBackupName } from './kept-backups.ts'

const dayMs = 24 * 60 * 60_000
const moment = date({
  min: new Date('2020-01-01'),
  max: new Date('2030-01-01'),
  noInvalidDate: true,
}).map((madeAt) => nameBackup(madeAt))
/** Includes several backups on one day, as manual backups make them. */
const close = date({
  min: new Date('2026-11-20'),
  max: new Date('2026-11-26'),
  noInvalidDate: true,
}).map((madeAt) => nameBackup(madeAt))
const names = uniqueArray(oneof(moment, close), { maxLength: 200 })

test('all of two days before the newest backup are kept, and of the older ones never more than 23', () => {
  assert(
    property(names, (all) => {
      const kept = chooseKeptBackups(all)
      const madeAt = (name: string) => readBackupName(name)!.getTime()
      const since = Math.max(...all.map(madeAt)) - 2 * dayMs
      const recent = all.filter((name) => madeAt(name) >= since)
      expect([...kept]).toEqual(expect.arrayContaining(recent))
      expect(kept.size - recent.length).toBeLessThanOrEqual(7 + 4 + 12)
      expect(all).toEqual(expect.arrayContaining([...kept]))
      expect([...kept].toSorted().at(-1)).toBe(all.toSorted().at(-1))
    }),
  )
})

test('removing after each backup keeps the same ones as choosing among all that there ever were', () => {
  assert(
    property(names, (all) => {
      let left: string[] = []
      for (const name of all.toSorted()) left = [...chooseKeptBackups([...left, name])]
      expect(new Set(left)).toEqual(chooseKeptBackups(all))
    }),
  )
})

test('files that are no backups are never among those to keep or to count', () => {
  assert(
    property(names, array(string()), (all, others) => {
      expect(chooseKeptBackups([...others, ...all])).toEqual(chooseKeptBackups(all))
    }),
  )
  expect(readBackupName(`${nameBackup(new Date(0))}.part`)).toBeUndefined()
})

test('after two years of nights there are seven days, four weeks and twelve months', () => {
  const start = Date.parse('2024-12-01T03:00:00Z')
  const all = Array.from({ length: 730 }, (_, day) => nameBackup(new Date(start + day * dayMs)))
  const kept = [...chooseKeptBackups(all)].toSorted().map((name) => name.slice(17, 27))
  const months = ['12-31', '01-31', '02-28', '03-31', '04-30', '05-31', '06-30', '07-31', '08-31']
  const wanted = [
    ...months.map((day, index) => `${index === 0 ? 2025 : 2026}-${day}`),
    '2026-09-30',
    '2026-10-31',
    '2026-11-15',
    '2026-11-22',
    ...[24, 25, 26, 27, 28, 29, 30].map((day) => `2026-11-${day}`),
  ]
  expect(kept).toEqual(wanted)
})

test('any number of nights without a backup takes none of the old ones away', () => {
  const old = ['2026-01-05', '2026-01-06'].map((day) => nameBackup(new Date(`${day}T03:00:00Z`)))
  const kept = chooseKeptBackups([...old, nameBackup(new Date('2026-06-01T03:00:00Z'))])
  expect(kept.size).toBe(3)
})

test("a backup made by hand takes none of the same day's away", () => {
  const times = ['2026-11-22T01:00:00Z', '2026-11-22T09:00:00Z', '2026-11-22T09:05:00Z']
  expect(chooseKeptBackups(times.map((time) => nameBackup(new Date(time)))).size).toBe(3)
})
