import { Link } from '@remix-run/react'
import { Card } from '#app/ui/card.tsx'
import type { FormState } from '#app/ui/form/form-state.ts'
import { NameFields } from '#app/ui/form/name-fields.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { CheckoutView } from './checkout-view.server.ts'

interface ContactDetailsProps {
	profile: CheckoutView['profile']
	form: FormState
}

/** Whom the visit is for: of the account, or asked. */
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
			<Link to="/profile/edit?redirectTo=%2Fbooking%2Fcheckout" className="link tap">
				Change
			</Link>
		</Card>
	)
}

function GuestDetails({ form }: { form: FormState }) {
	return (
		<>
			<p className="hint mb-3">
				Have an account?{' '}
				<Link to="/login?redirectTo=%2Fbooking%2Fcheckout" className="link tap">
					Sign In
				</Link>
			</p>
			<NameFields form={form} />
			<TextField
				field={form.field('email')}
				label="E-mail"
				type="email"
				autoComplete="email"
				maxLength={254}
				required
			/>
			<TextField
				field={form.field('phone')}
				label="Phone number"
				type="tel"
				autoComplete="tel"
				maxLength={30}
				required
				hint="Like 0803 123 4567"
			/>
			<p className="hint mt-3">
				We use these for this booking only. <Link to="/privacy">How we keep them</Link>.
			</p>
		</>
	)
}
