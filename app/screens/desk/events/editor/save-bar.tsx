import { CircleAlert } from 'lucide-react'
import { Button } from '#app/ui/button.tsx'
import type { EventEditor } from './use-event-form.ts'
import { explainSave, isAboutFields, isGone } from './use-save-event.ts'

/** Stays in view: the button that saves, and whether everything is saved. */
export function SaveBar({ editor }: { editor: EventEditor }) {
  const { form, base, isDirty, isSaving, problem } = editor
  const mistakes = Object.values(form.formState.errors).length
  const [resting, pending] = base ? ['Save changes', 'Saving...'] : ['Create event', 'Creating...']
  return (
    <div className="sticky bottom-0 z-10 mt-10 -mx-gutter border-t border-line bg-canvas px-gutter py-3 sm:mx-0 sm:rounded-t-md sm:border-x sm:px-5">
      {problem && !(isAboutFields(problem) && mistakes > 0) && (
        <div
          role="alert"
          className="mb-3 flex items-start gap-2 text-small font-medium text-danger"
        >
          <CircleAlert aria-hidden size={17} className="mt-[0.19em] shrink-0" />
          <div>
            <p>{explainSave(problem)}</p>
            {isGone(problem) && (
              <Button
                variant="secondary"
                className="mt-2 text-small!"
                onClick={() => editor.makeNew()}
              >
                Save it as a new event
              </Button>
            )}
          </div>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" pending={isSaving}>
          {isSaving ? pending : resting}
        </Button>
        <output className="text-small text-muted">
          {mistakes > 0 && (
            <span className="font-medium text-danger">
              {mistakes === 1 ? '1 field needs' : `${mistakes} fields need`} your attention
            </span>
          )}
          {mistakes === 0 && base && (isDirty ? 'Unsaved changes' : 'Everything is saved')}
        </output>
      </div>
    </div>
  )
}
