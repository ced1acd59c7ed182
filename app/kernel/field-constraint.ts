/** What a form field says natively of what the server takes; each is an attribute of its input. */
export type FieldConstraint = { required?: true; minLength?: number; maxLength?: number }

/** Of the fields of one form, by their names. */
export type FieldConstraints = Readonly<Record<string, FieldConstraint>>
