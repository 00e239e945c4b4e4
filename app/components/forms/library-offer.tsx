import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useNavigate } from 'react-router'
import { call } from '#app/api/call.ts'
import { storeEmail } from '#app/api/stored-email.ts'
import { useSite } from '#app/components/use-site.ts'
import { Button } from '#app/ui/button.tsx'
import { showToast } from '#app/ui/toast-store.ts'

/** Whoever has just registered enters the library with the same e-mail, without typing it again. */
export function LibraryOffer({ email }: { email: string }) {
  const { hasInterviews } = useSite()
  const navigate = useNavigate()
  const login = useMutation({
    mutationFn: () => call('POST /api/video-access/login', { body: { email } }),
    onSuccess({ videoAccess }) {
      storeEmail(videoAccess.email)
      void navigate('/members')
    },
    onError() {
      showToast({
        title: 'The Library Did Not Open',
        description: 'Please check your connection and press again.',
        variant: 'destructive',
      })
    },
  })
  if (!hasInterviews) return null
  return (
    <form
      method="post"
      action="/members"
      className="mt-6 border-t border-line pt-5"
      onSubmit={(submit) => {
        submit.preventDefault()
        if (!login.isPending) login.mutate()
      }}
    >
      <p>One registration opens the whole archive: every earlier evening is yours to watch.</p>
      <input type="hidden" name="email" value={email} />
      <Button type="submit" className="mt-4 w-full" pending={login.isPending}>
        <Play aria-hidden size={17} />
        To the video library
      </Button>
    </form>
  )
}
