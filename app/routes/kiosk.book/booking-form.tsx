import { Form, Link } from '@remix-run/react'
import { MAX_CUSTOMER_SEARCH_LETTERS } from '#app/domain/booking/customer/customer-search.ts'
import type { Wording } from '#app/kernel/action-answer.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { TextField } from '#app/ui/form/fields.tsx'
import type { FormState } from '#app/ui/form/form-state.ts'
import { Choices } from '#app/ui/kiosk/choices.tsx'
import { KioskForm } from '#app/ui/kiosk/kiosk-page.tsx'
import { Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { SearchField } from '#app/ui/search-field.tsx'
import type { BookingView } from './booking-view.server.ts'
import type { SearchView } from './read-booking-page.server.ts'

/** Typed fields, in the page's order. */
export const typedNames = ['firstName', 'lastName', 'phone', 'email', 'note', 'price', 'priceReason']

/** Who it is for, and the button that books. `ways`: free alternatives, posted with the typed values. */
export function BookingForm({
	view,
	search,
	act,
	form,
	refusal,
	ways,
	intent,
}: {
	view: Extract<BookingView, { step: 'customer' }>
	/** Null after an answered post. */
	search: SearchView | null
	act: string
	form: FormState
	refusal: Wording | undefined
	ways: readonly { label: string; to: string }[]
	/** The refused button's intent, repeated by the other times. */
	intent: 'book' | 'deposit'
}) {
	const { here, kept, when, more, customer, totalKobo } = view
	const typedPrice = form.field('price')
	const price = { ...typedPrice, defaultValue: typedPrice.defaultValue || view.price }
	const isPriceOpen =
		form.problems.some(({ name }) => name.startsWith('price')) || price.defaultValue !== view.price
	return (
		<>
			<RefusalNotice refusal={refusal} />
			<ErrorSummary form={form} order={typedNames} />
			<p className="big num">{when}</p>
			<p className="num">{more}</p>
			<div className="two">
				{!customer && search && <CustomerSearchForm search={search} kept={kept} />}
				<KioskForm act={act} hidden={{ shownKobo: totalKobo }} action={here} className="form" key={act}>
					{customer ? (
						<Notice className="mt-3" title={`For ${customer.name}`}>
							<span className="num">{customer.contact}</span>{' '}
							{customer.isMember && 'They see it in their appointments, and it counts on their card.'}{' '}
							<Link to={customer.other}>Someone else</Link>
						</Notice>
					) : (
						<>
							<h2>New customer</h2>
							<div className="field pair">
								<TextField field={form.field('firstName')} kind="customerName" label="First name" />
								<TextField field={form.field('lastName')} kind="customerName" label="Last name" />
							</div>
							<TextField field={form.field('phone')} kind="customerPhone" label="Phone" />
							<TextField
								field={form.field('email')}
								kind="customerEmail"
								label="Email (optional)"
								hint="For the confirmation and reminders."
							/>
						</>
					)}
					<TextField
						field={form.field('note')}
						kind="remark"
						label="Note (optional)"
						hint="The customer sees it too."
					/>
					<details open={isPriceOpen} className="mt-3">
						<summary className="tap">Lower the price</summary>
						<TextField field={price} kind="amount" label="Price in naira" />
						<TextField
							field={form.field('priceReason')}
							kind="remark"
							label="Why is it lower?"
							hint="Only your shop sees it, but the customer gets it with a copy of their data."
							enterKeyHint="done"
						/>
					</details>
					{ways.length > 0 ? (
						<fieldset className="mt-3">
							<legend className="label">{intent === 'book' ? 'Book instead' : 'Hold instead'}</legend>
							<Choices>
								{ways.map(({ label, to }) => (
									<button key={to} type="submit" formAction={to} name="intent" value={intent}>
										<b className="num">{label}</b>
									</button>
								))}
							</Choices>
						</fieldset>
					) : (
						<SubmitButton name="intent" value="book" busyLabel="Booking…">
							Book
						</SubmitButton>
					)}
					{view.deposit && ways.length === 0 && (
						<>
							<SubmitButton
								name="intent"
								value="deposit"
								variant="quiet"
								busyLabel="Holding…"
								className="mt-3"
								aria-describedby="deposit-hint"
							>
								Ask for a deposit by a link
							</SubmitButton>
							<p className="hint num mt-2" id="deposit-hint">
								{view.deposit}
							</p>
						</>
					)}
				</KioskForm>
			</div>
		</>
	)
}

/** Finds a past customer; the choices so far go with the search. */
function CustomerSearchForm({ search, kept }: { search: SearchView; kept: Record<string, string> }) {
	const { typed, refusal, found } = search
	return (
		<section>
			<h2>Been here before?</h2>
			<RefusalNotice refusal={refusal} />
			<Form action="/kiosk/book" key={typed}>
				{Object.entries(kept).map(([name, value]) => (
					<input key={name} type="hidden" name={name} value={value} />
				))}
				<SearchField
					name="q"
					label="Name or phone"
					placeholder="Name or phone"
					defaultValue={typed}
					maxLength={MAX_CUSTOMER_SEARCH_LETTERS}
				/>
			</Form>
			{found?.length === 0 && <p className="soft mt-3">No one found. Type their details below.</p>}
			{found && found.length > 0 && (
				<Card kind="rows" as="ul" className="mt-3">
					{found.map(({ id, name, text, to }) => (
						<li key={id}>
							<Link to={to} className="line">
								<b>{name}</b>
								<small className="num">{text}</small>
							</Link>
						</li>
					))}
				</Card>
			)}
		</section>
	)
}
