import { FormProvider, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { readStoredEmail } from '#app/api/stored-email.ts'
import { EmailField } from '#app/components/form-field.tsx'
import { useSite } from '#app/components/use-site.ts'
import { Button } from '#app/ui/button.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Container } from '#app/ui/section.tsx'
import { MembersBar } from './members-bar.tsx'
import { useMemberLogin } from './use-member-login.ts'

/** The login card, in front of the stage. Specification 2, "/members". */
export function MemberLogin() {
  const { image, narrowImage } = useSite().site.hero
  return (
    <div className="on-stage relative isolate flex min-h-dvh flex-col">
      <Picture
        src={image.src}
        alt=""
        width={image.width}
        height={image.height}
        narrow={narrowImage && { ...narrowImage, media: '(max-aspect-ratio: 1/1)' }}
        className="absolute inset-0 -z-10 size-full! bg-transparent! opacity-45 lg:opacity-80"
      />
      <header className="bg-canvas">
        <MembersBar />
      </header>
      <main id="main" className="flex grow items-center py-10">
        <Container className="grid justify-items-center px-3! sm:px-gutter! lg:justify-items-start">
          <LoginCard />
        </Container>
      </main>
    </div>
  )
}

function LoginCard() {
  const navigate = useNavigate()
  const login = useMemberLogin()
  const form = useForm({ defaultValues: { email: readStoredEmail() ?? '' } })

  function submit({ email }: { email: string }) {
    const trimmed = email.trim()
    if (login.isPending) return
    if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(trimmed)) login.mutate(trimmed)
    else {
      const message = trimmed ? 'Please enter a valid email address' : 'Please enter your email'
      form.setError('email', { message }, { shouldFocus: true })
    }
  }

  return (
    <div className="w-full max-w-md rounded-lg border border-line bg-raised px-5 py-8 shadow-float sm:px-9 sm:py-10">
      <h1 className="text-heading">Innovation Interview Library</h1>
      <p className="mt-3 text-muted">
        Every recorded evening is yours to watch with the email you registered with. No password.
      </p>
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={(event) => void form.handleSubmit(submit)(event)}
          className="mt-7 grid gap-5"
        >
          <EmailField placeholder="you@company.com" />
          <Button type="submit" size="large" pending={login.isPending} className="w-full">
            {login.isPending ? 'Logging in...' : 'Access Videos'}
          </Button>
        </form>
      </FormProvider>
      <div className="mt-8 border-t border-line pt-6">
        <p className="text-small text-muted">Not registered yet? It takes a minute.</p>
        <Button variant="secondary" className="mt-3 w-full" onClick={() => void navigate('/')}>
          Register for Free Access
        </Button>
      </div>
    </div>
  )
}
