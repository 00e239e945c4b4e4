import { readFileSync } from 'node:fs'
import { systemClock } from '#kernel/clock.ts'

/** Loaded into a server before it starts: its clock says what stands in the file CLOCK_FILE. */
const file = process.env.CLOCK_FILE
if (file !== undefined) systemClock.now = () => new Date(readFileSync(file, 'utf8'))
