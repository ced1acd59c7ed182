import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { changedDetails } from '#app/domain/discovery/shop-details.ts'
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
import { formState } from '#app/ui/form/form-state.ts'
import { useAnswer } from '#app/ui/form/use-answer.ts'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { ownerMeta } from '#app/ui/kiosk/owner-boundary.tsx'
import { OwnerAnswer, OwnerSave } from '#app/ui/kiosk/owner-form.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { SupportContact } from '#app/ui/support-contact.tsx'
import { AboutFields, DeadlineFields, DepositFields, LimitFields } from './detail-fields.tsx'
import { detailOptions } from './detail-options.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-boundary.tsx'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: () => 'Unable to load your details',
}

export const meta: MetaFunction = ({ error }) => ownerMeta('Your details', error)

const constraints = fieldConstraints(shopDetailsFormSchema, typedDetails)
const PAGE = '/kiosk/shop/details'

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const [{ shop }, details] = await Promise.all([owner.opened(), context.discovery.details.own(owner.caller)])
	if (!details) throw data(null, { status: 404 })
	return data(
		{
			shopName: shop.name,
			start: { ...detailsToType(details), seen: JSON.stringify(details) },
			options: detailOptions(details),
			isOnlineOff: context.onlinePayments === null,
			contact: context.settings.supportContact,
			act: newId(),
			constraints,
		},
		{ headers: owner.headers },
	)
}

/** Changes the shop's details from now on. */
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

/** What the shop says of itself, what it asks for in advance, and until when customers may do what. */
export default function OwnerDetails() {
	const { shopName, start, options, isOnlineOff, contact, act, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, start, constraints)
	return (
		<KioskPage
			title="Your details"
			subtitle={shopName}
			section="More"
			back={{ to: '/kiosk/shop', label: 'Your shop' }}
			isForm
		>
			<OwnerAnswer answer={answer} form={form} order={Object.keys(constraints)} />
			<Form method="post" key={act}>
				<input type="hidden" name="act" value={act} />
				<input type="hidden" name="seen" value={form.field('seen').defaultValue} />
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
			</Form>
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
		</KioskPage>
	)
}
