import { type FormEvent, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { AdminDoor } from './admin-door.tsx'
import { useAdminLogin } from './use-admin-login.ts'

/** Username and password, both required. Specification, "Admin area". */
export function AdminLogin() {
  const login = useAdminLogin()
  const [missing, setMissing] = useState<{ username?: string; password?: string }>({})

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (login.isPending) return
    const form = event.currentTarget
    const fields = new FormData(form)
    const [username, password] = [fields.get('username'), fields.get('password')].map(String)
    const found = {
      ...(!username?.trim() && { username: 'Username is required' }),
      ...(!password && { password: 'Password is required' }),
    }
    setMissing(found)
    const [first] = Object.keys(found)
    if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    else login.mutate({ username: username!.trim(), password: password! })
  }

  return (
    <AdminDoor>
      <div className="w-full max-w-md rounded-lg border border-line bg-raised px-5 py-8 shadow-float sm:px-9 sm:py-10">
        <h1 className="text-heading">Admin Login</h1>
        <form noValidate onSubmit={submit} className="mt-7 grid gap-5">
          <Field
            label="Username"
            name="username"
            required
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={missing.username}
          />
          <Field
            label="Password"
            name="password"
            type="password"
            required
            autoComplete="current-password"
            error={missing.password}
          />
          <Button type="submit" size="large" pending={login.isPending}>
            {login.isPending ? 'Logging in...' : 'Login'}
          </Button>
        </form>
      </div>
    </AdminDoor>
  )
}
