import { expect, test } from 'vitest'
import { splitName } from './rules.ts'

test.each([
  ['Thandi Nkosi', 'Thandi', 'Nkosi'],
  ['  Thandi \t Nkosi ', 'Thandi', 'Nkosi'],
  ['Mary Ann Lee', 'Mary Ann', 'Lee'],
  ['Zoë van der Merwe', 'Zoë', 'van der Merwe'],
  ['ann lee', 'ann', 'lee'],
  ['maría de la cruz', 'maría', 'de la cruz'],
  ['Dlamini, Sipho', 'Sipho', 'Dlamini'],
  ['Sipho (Sipho Dlamini)', 'Sipho', 'Dlamini'],
  ['Sipho Dlamini (he/him)', 'Sipho', 'Dlamini'],
  ['Madonna (she/her)', 'Madonna', ''],
  ['Madonna', 'Madonna', ''],
  ['Dlamini,', 'Dlamini', ''],
  ['Dr. Ruth Okafor, PhD', 'Ruth', 'Okafor'],
  ['Martin King, Jr.', 'Martin', 'King'],
  ['Ann Lee, MBA, CPA', 'Ann', 'Lee'],
  ['van der Merwe, Zoë (she/her)', 'Zoë', 'van der Merwe'],
  ['Dr. No', 'No', ''],
  ['', '', ''],
  ['李小龙', '李小龙', ''],
])('%j is %j and %j', (whole, firstName, lastName) => {
  expect(splitName(whole)).toEqual({ firstName, lastName })
})
