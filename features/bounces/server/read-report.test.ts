import { expect, test } from 'vitest'
import { samplesInOtherWords } from '#tests/support/reports/in-other-words.ts'
import { samplesInWords } from '#tests/support/reports/in-words.ts'
import { samplesOfGateways } from '#tests/support/reports/of-gateways.ts'
import { samplesWithoutFailure } from '#tests/support/reports/no-failures.ts'
import { samplesWithFieldsOfOthers } from '#tests/support/reports/with-fields-of-others.ts'
import { samplesWithFields } from '#tests/support/reports/with-fields.ts'
import { readReport } from './read-report.ts'

const samples = {
  ...samplesWithFields,
  ...samplesWithFieldsOfOthers,
  ...samplesInWords,
  ...samplesInOtherWords,
  ...samplesOfGateways,
  ...samplesWithoutFailure,
}

test.each(Object.entries(samples))(
  'what comes back is read for what it is: %s',
  async (_name, { source, ...expected }) => {
    const { kind, recipients } = await readReport(Buffer.from(source.replaceAll('\n', '\r\n')))
    const [gravest] = recipients
    const read = {
      kind,
      ...('recipient' in expected && { recipient: gravest?.addresses[0] }),
      ...('verdict' in expected && { verdict: gravest?.verdict }),
      ...('status' in expected && { status: gravest?.status }),
    }
    expect(read).toEqual(expected)
  },
)
