import { EmailField, FormField } from '#client/forms/form-field.tsx'

/** Renders the fields for first and last name; the field for the first name receives the focus. */
export function NameFields({ isLastRequired = true }: { isLastRequired?: boolean }) {
  return (
    <>
      <FormField
        name="firstName"
        label="First name"
        autoComplete="given-name"
        maxLength={120}
        required
        data-autofocus
      />
      <FormField
        name="lastName"
        label="Last name"
        autoComplete="family-name"
        maxLength={120}
        required={isLastRequired}
      />
    </>
  )
}

/** Renders the fields that every registration form has, in the specified order. */
export function PersonFields({ withMobile = false }: { withMobile?: boolean }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <NameFields />
      <EmailField className="sm:col-span-2" />
      <FormField name="company" label="Company" autoComplete="organization" maxLength={120} />
      <FormField
        name="jobTitle"
        label="Job title"
        autoComplete="organization-title"
        maxLength={120}
      />
      {withMobile && (
        <FormField
          name="mobile"
          label="Mobile"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          className="sm:col-span-2"
        />
      )}
    </div>
  )
}
