/** Attributes of a form's input. */
export type FieldConstraint = { required?: true; minLength?: number; maxLength?: number }

/** By field name. */
export type FieldConstraints = Readonly<Record<string, FieldConstraint>>
