import { expect, test } from 'vitest'
import { createApiKey } from '#features/api-keys/contract.ts'
import { replaceFormQuestions } from '#features/form-questions/contract.ts'
import { apiScopes } from '#kernel/api-scopes.ts'
import { formQuestionKinds } from '#kernel/values.ts'
import { apiClient } from '#tests/support/api-client.ts'
import { answered } from '#tests/support/answered.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

test('a program registers without answers or with them, and reads questions and answers', async () => {
  const app = await testApp()
  const admin = await app.asAdmin()
  const { id: eventId } = await buildEvent(app.db)
  const made = await admin.call(createApiKey, { body: { name: 'CRM', scopes: [...apiScopes] } })
  const program = apiClient(app, made.body.key)
  const body = formQuestionKinds.map((kind) => answered[kind].question)
  const saved = await admin.call(replaceFormQuestions, { params: { id: eventId }, body })
  const answers = Object.fromEntries(saved.body.map(({ id, kind }) => [id, answered[kind].answer]))
  const register = (email: string, given: object) =>
    program.POST('/api/v1/registrations', {
      body: { firstName: 'Thandi', lastName: 'Nkosi', email, eventId, ...given },
    })
  expect((await register('none@example.com', {})).response.status).toBe(200)
  expect((await register('all@example.com', { answers })).response.status).toBe(200)
  const wrong = { answers: { [saved.body[2]!.id]: 'Medium' } }
  expect((await register('wrong@example.com', wrong)).response.status).toBe(400)
  const { data } = await program.GET('/api/v1/registrations', { params: { query: { eventId } } })
  expect(data?.data.map((row) => row.answers)).toEqual([{}, answers])
  const event = await program.GET('/api/v1/events/{id}', { params: { path: { id: eventId } } })
  expect(event.data?.formQuestions).toEqual(saved.body)
})
