/** Returns a number with its noun: `1 mail`, `1,200 mails`. */
export function writeCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
}

/** Returns `1 person`, `1,200 people`. */
export function writePeople(count: number): string {
  return writeCount(count, 'person', 'people')
}
