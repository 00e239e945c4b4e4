import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CausedMails } from './caused-mails.tsx'

const note = 'This email is sent only to registrants who agreed to updates.'

test('the recording mail says why it reaches fewer people than are registered', () => {
  const render = (kind: 'recording_ready' | 'moved') =>
    renderToStaticMarkup(
      <CausedMails mails={[{ kind, count: 2 }]} isSending about={{ eventId: 1, changes: {} }} />,
    )
  expect(render('recording_ready')).toContain(note)
  expect(render('moved')).not.toContain(note)
})
