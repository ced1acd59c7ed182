import { Link } from '@remix-run/react'
import { Card } from '#app/ui/card.tsx'
import { NameFields, TextArea, TextField } from '#app/ui/form/fields.tsx'
import type { FormState } from '#app/ui/form/form-state.ts'
import type { CheckoutView } from './checkout-view.server.ts'
import { Fold } from './fold.tsx'
import { IntentButton } from './intent-button.tsx'

interface ContactDetailsProps {
	profile: CheckoutView['profile']
	form: FormState
}

export function ContactDetails({ profile, form }: ContactDetailsProps) {
	return (
		<div className="mt-6">
			<h2 className="mb-2">Your details</h2>
			{profile ? <ProfileDetails profile={profile} /> : <GuestDetails form={form} />}
		</div>
	)
}

function ProfileDetails({ profile }: { profile: NonNullable<CheckoutView['profile']> }) {
	return (
		<Card>
			<input type="hidden" name="isSignedIn" value="1" />
			<b>{profile.name}</b>
			<p className="soft text-sm">{[profile.email, profile.phoneLabel].filter(Boolean).join(' · ')}</p>
			<IntentButton intent="edit-profile" className="mt-2">
				Change
			</IntentButton>
		</Card>
	)
}

function GuestDetails({ form }: { form: FormState }) {
	return (
		<>
			<p className="hint row mb-3">
				Have an account?
				{/* A button, not a link, so that it posts the choices (M3). */}
				<IntentButton intent="sign-in">Sign In</IntentButton>
			</p>
			<NameFields form={form} />
			<TextField field={form.field('email')} kind="email" label="Email" />
			<TextField field={form.field('phone')} kind="phone" label="Phone number" hint="Like 0803 123 4567" />
			<p className="hint mt-3">
				We use these for this booking only. {/* Opens a new tab, so that the typed values stay. */}
				<Link to="/privacy" target="_blank" rel="noreferrer">
					How we keep them<span className="sr"> (in a new tab)</span>
				</Link>
				.
			</p>
		</>
	)
}

export function BookingNotesFields({
	fields: noteFields,
	form,
}: {
	fields: CheckoutView['noteFields']
	form: FormState
}) {
	const fields = noteFields.map(({ name, ...one }) => ({ ...one, field: form.field(name) }))
	return (
		<Fold
			label="Add a note, or book for someone else"
			isOpen={fields.some(({ field }) => !!(field.defaultValue || field.error))}
		>
			{fields.map((one) =>
				'rows' in one ? <TextArea key={one.label} {...one} /> : <TextField key={one.label} {...one} />,
			)}
		</Fold>
	)
}
