import { expect, test } from 'vitest'
import { readReportInThread } from './read-in-thread.ts'
import { readReport } from './read-report.ts'

const report = Buffer.from(
  [
    'From: Mail Delivery System <MAILER-DAEMON@mx.example.net>',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=cut',
    '',
    '--cut',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    'Final-Recipient: rfc822; gone@example.org',
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 nobody of that name',
    '',
    '--cut--',
    '',
  ].join('\r\n'),
)

test('a report is read in a thread as it is read beside one, and the thread goes on', async () => {
  const expected = await readReport(report)
  expect(expected).toMatchObject({ kind: 'failed', recipients: [{ verdict: 'lasting' }] })
  const [first, second] = await Promise.all([report, report].map(readReportInThread))
  expect([first, second]).toEqual([expected, expected])
})
