import { expect, test } from 'vitest'
import { splitName } from './split-name.ts'

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
  ['Dlamini,', 'Dlamini,', ''],
  ['', '', ''],
  ['李小龙', '李小龙', ''],
])('%j is %j and %j', (whole, firstName, lastName) => {
  expect(splitName(whole)).toEqual({ firstName, lastName })
})
