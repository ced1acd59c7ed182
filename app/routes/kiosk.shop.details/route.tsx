import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import {
	aboutShop,
	advanceRules,
	changedDetails,
	DEPOSIT_LABEL,
	deadlineRules,
	shopCeilings,
} from '#app/domain/discovery/shop-details.ts'
import {
	detailsOfForm,
	detailsToType,
	readSeenDetails,
	shopDetailsFormSchema,
	typedDetails,
} from '#app/domain/discovery/shop-details-form.server.ts'
import { changeDetails } from '#app/flows/shop/change-details.server.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { answerOwnerChange } from '#app/http/owner-change.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { readOwnerPost } from '#app/http/owner-post.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { SelectField, TextField } from '#app/ui/form/fields.tsx'
import { type FormState, formState, useAnswer } from '#app/ui/form/form-state.ts'
import { DescribedInputs } from '#app/ui/kiosk/described-inputs.tsx'
import { KioskForm } from '#app/ui/kiosk/kiosk-page.tsx'
import { OwnerAnswer, OwnerPage, OwnerSave, ownerTitled } from '#app/ui/kiosk/owner-page.tsx'
import type { PageHandle } from '#app/ui/page.tsx'
import { SupportContact } from '#app/ui/support-contact.tsx'
import { type DetailOptions, detailOptions } from './detail-options.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load your details' }

export const meta = ownerTitled('Your details')

const constraints = fieldConstraints(shopDetailsFormSchema, typedDetails)
const PAGE = '/kiosk/shop/details'

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const [{ shop }, details] = await Promise.all([owner.opened(), context.discovery.details.own(owner.caller)])
	if (!details) throw data(null, { status: 404 })
	return owner.pageData({
		shopName: shop.name,
		start: { ...detailsToType(details), seen: JSON.stringify(details) },
		options: detailOptions(details),
		isOnlineOff: context.onlinePayments === null,
		contact: context.settings.supportContact,
		act: newId(),
		constraints,
	})
}

export async function action({ request, context }: ActionFunctionArgs) {
	const read = await readOwnerPost({ request, context }, { schema: shopDetailsFormSchema, enterPin })
	if (!read.ok) return read.answer
	const { key, caller, now, value } = read.post
	const details = detailsOfForm(value)
	const seen = readSeenDetails(value.seen)
	const shopId = key.shop.id
	const names = seen ? changedDetails(seen, details).map(({ label }) => label) : []
	return answerOwnerChange(context, read.post, {
		action: ['change details', value.seen ?? null, JSON.stringify(details)],
		run: ({ actOf }) =>
			changeDetails(context, {
				shopId,
				fields: details,
				...(seen && { seen }),
				alongside: actOf({
					kind: 'shop_changed',
					subjectId: shopId,
					summary: names.join(', ').slice(0, 200) || key.shop.name,
				}),
				now,
			}),
		async current() {
			const row = await context.discovery.details.own(caller)
			return row && seen && { changed: changedDetails(seen, row), kept: JSON.stringify(row) }
		},
		path: PAGE,
		notice: 'Saved',
	})
}

export default function OwnerDetails() {
	const { shopName, start, options, isOnlineOff, contact, act, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, start, constraints)
	return (
		<OwnerPage title="Your details" subtitle={shopName} isForm>
			<OwnerAnswer answer={answer} form={form} order={Object.keys(constraints)} />
			<KioskForm act={act} hidden={{ seen: form.field('seen').defaultValue }} key={act}>
				<div className="two">
					<div className="form">
						<AboutFields form={form} />
						<DepositFields form={form} isOnlineOff={isOnlineOff} />
					</div>
					<div className="form">
						<DeadlineFields form={form} options={options} />
						<LimitFields form={form} />
					</div>
				</div>
				<div className="form">
					<OwnerSave answer={answer} label="Save" />
				</div>
			</KioskForm>
			<p className="soft mt-4">
				Your name, address, email and bank account are changed by the people who run this app
				{contact ? (
					<>
						: <SupportContact contact={contact} />
					</>
				) : (
					'.'
				)}
			</p>
		</OwnerPage>
	)
}

function AboutFields({ form }: { form: FormState }) {
	return (
		<section>
			<h2>What customers read</h2>
			<DescribedInputs fields={aboutShop} form={form} />
		</section>
	)
}

function DepositFields({ form, isOnlineOff }: { form: FormState; isOnlineOff: boolean }) {
	return (
		<section>
			<h2>Money in advance</h2>
			<p className="hint">
				{isOnlineOff
					? 'Customers cannot pay online yet, so nothing is asked for.'
					: 'Paid online when a customer books. Booked visits stay as they are.'}
			</p>
			<SelectField
				field={form.field('depositKind')}
				label={DEPOSIT_LABEL}
				options={[
					{ id: 'none', name: 'None' },
					{ id: 'percent', name: 'Percent of the price' },
					{ id: 'amount', name: 'Amount in naira' },
				]}
			/>
			<TextField
				field={form.field('deposit')}
				kind="amount"
				label="How much"
				hint="30 for 30%, or 5,000 for ₦5,000. At least ₦100."
			/>
			<DescribedInputs fields={advanceRules} form={form} />
		</section>
	)
}

function DeadlineFields({ form, options }: { form: FormState; options: DetailOptions }) {
	return (
		<section>
			<h2>Deadlines</h2>
			<DescribedInputs fields={deadlineRules} form={form} options={options} />
		</section>
	)
}

function LimitFields({ form }: { form: FormState }) {
	return (
		<section>
			<h2>Limits</h2>
			<p className="hint">Against misuse: few customers ever reach them. 50 is the most.</p>
			<DescribedInputs fields={shopCeilings} form={form} isEnd />
		</section>
	)
}
