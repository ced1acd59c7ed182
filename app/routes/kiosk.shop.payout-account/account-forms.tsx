import { nigerianBanks } from '#app/kernel/nigerian-banks.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { SelectField, TextField } from '#app/ui/form/fields.tsx'
import { type FormState, formState } from '#app/ui/form/form-state.ts'
import { KioskForm } from '#app/ui/kiosk/kiosk-page.tsx'

export const PAGE = '/kiosk/shop/payout-account'

/** The bank's answer, to be confirmed by the owner. */
export type FoundAccount = { bank: string; accountNumber: string; holderName: string; label: string }

export function AskForm({ form, act, title }: { form: FormState; act: string; title: string }) {
	return (
		<KioskForm act={act} className="form" key={act}>
			<h2>{title}</h2>
			<p className="hint">We ask your bank for the name first, so that you can check it.</p>
			<SelectField
				field={form.field('bank')}
				label="Bank"
				empty="Choose your bank"
				options={nigerianBanks.map(({ code, name }) => ({ id: code, name }))}
			/>
			<TextField
				field={form.field('accountNumber')}
				kind="count"
				label="Account number"
				hint="Ten digits"
				enterKeyHint="done"
			/>
			<SubmitButton name="intent" value="ask" busyLabel="Asking your bank…">
				Find the account
			</SubmitButton>
		</KioskForm>
	)
}

const noForm = formState(null, {}, { pinSecret: { required: true } })

export function ConfirmForm({
	found,
	act,
	seen,
}: {
	found: FoundAccount
	act: string
	seen: string | undefined
}) {
	return (
		<KioskForm
			act={act}
			hidden={{
				bank: found.bank,
				accountNumber: found.accountNumber,
				holder: found.holderName,
				seen: seen ?? '',
			}}
			className="form"
			key={found.accountNumber}
		>
			<h2>Is this you?</h2>
			<Card>
				<b>{found.holderName}</b>
				<br />
				<span className="num">{found.label}</span>
			</Card>
			<p className="hint mt-3">It takes effect 48 hours after you confirm. Until then nothing is paid.</p>
			<TextField field={noForm.field('pinSecret')} kind="pin" label="Your PIN" enterKeyHint="done" />
			<SubmitButton name="intent" value="confirm" busyLabel="Saving…">
				Yes, pay to this account
			</SubmitButton>
			<ButtonLink to={PAGE} variant="quiet">
				No, go back
			</ButtonLink>
		</KioskForm>
	)
}

export function StopForm({ id, act, before }: { id: string; act: string; before: string | null }) {
	return (
		<details>
			<summary className="tap">Stop it</summary>
			<KioskForm act={act} hidden={{ intent: 'stop' }}>
				<p className="mb-4">
					{before
						? `Nothing is paid to it. Your payouts go to ${before} again.`
						: 'Nothing is paid to it, and you have no account until you add one.'}
				</p>
				<SubmitButton variant="danger" size="small" name="account" value={id} busyLabel="Stopping…">
					Stop this account
				</SubmitButton>
			</KioskForm>
		</details>
	)
}
