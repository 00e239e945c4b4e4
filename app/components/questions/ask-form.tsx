import { type FormEvent, useRef, useState } from 'react'
import { questionLimits } from '#shared/questions.ts'
import { serverMessage } from '#app/api/call.ts'
import { wrongFields } from '#app/api/refused-with.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { useAsking } from './use-asking.ts'

type AskFormProps = { left: number; asking: ReturnType<typeof useAsking>['asking'] }

/** One question at a time; what was typed stays until it has arrived. */
export function AskForm({ left, asking }: AskFormProps) {
  const [text, setText] = useState('')
  const [isShared, setIsShared] = useState(false)
  const [isEmpty, setIsEmpty] = useState(false)
  const said = useRef<HTMLOutputElement>(null)
  const written = text.trim()

  function send(submit: FormEvent) {
    submit.preventDefault()
    setIsEmpty(written === '')
    if (written === '' || asking.isPending) return
    asking.mutate(
      { text: written, isShared },
      {
        onSuccess() {
          setText('')
          said.current?.focus()
        },
      },
    )
  }

  const refused = wrongFields(asking.error).find(({ field }) => field === 'text')?.message
  const failed =
    asking.isError && !refused
      ? (serverMessage(asking.error) ?? 'Your question did not get through. Please try again.')
      : undefined
  return (
    <>
      <output ref={said} tabIndex={-1} className="mt-3 block text-success outline-none">
        {asking.isSuccess && 'Your question is with the host.'}
      </output>
      {left > 0 && (
        <form onSubmit={send} noValidate className="mt-3 grid gap-2">
          <TextArea
            label="Your question"
            required
            maxLength={questionLimits.characters}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setIsEmpty(false)
            }}
            error={isEmpty ? 'Please write your question' : refused}
            description={`${questionLimits.characters - text.length} characters left, ${describeLeft(left)}.`}
            inputClassName="field-sizing-content min-h-24"
          />
          <Checkbox
            label="Others may see it, without my name"
            checked={isShared}
            onChange={({ target }) => setIsShared(target.checked)}
          />
          {failed && (
            <p role="alert" className="text-danger">
              {failed}
            </p>
          )}
          <Button type="submit" className="justify-self-start" pending={asking.isPending}>
            {asking.isPending ? 'Asking...' : 'Ask'}
          </Button>
        </form>
      )}
    </>
  )
}

function describeLeft(left: number) {
  return left === 1 ? 'the last of your questions' : `${left} questions left`
}
