import type { OutboxEntryState } from '#shared/messages.ts'
import type { StateWords } from '#app/screens/desk/parts/describe-work.ts'

export const stateWords: StateWords<OutboxEntryState> = {
  waiting: { name: 'Waiting', tone: 'neutral' },
  sending: { name: 'Sending', tone: 'neutral' },
  sent: { name: 'Sent', tone: 'success' },
  kept: { name: 'Kept', tone: 'neutral' },
  failed: { name: 'Failed', tone: 'danger' },
  skipped: { name: 'Left out', tone: 'neutral' },
  unknown: { name: 'In doubt', tone: 'danger' },
}
