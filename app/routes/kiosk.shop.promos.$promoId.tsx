import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { discountWords, usesWords } from '#app/domain/booking/checkout/promo-code.ts'
import { promoTerms } from '#app/domain/booking/checkout/promo-fields.ts'
import {
	changedPromo,
	discountValue,
	newPromoFormSchema,
	promoFormSchema,
	readSeenPromo,
	seenPromo,
} from '#app/domain/booking/checkout/promo-form.server.ts'
import { changePromo, createPromo } from '#app/flows/shop/change-promotions.server.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { answerOwnerChange } from '#app/http/owner-change.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { readOwnerPost } from '#app/http/owner-post.server.ts'
import { inOrder } from '#app/kernel/described-field.ts'
import { postedNames, valuesOfForm, valuesToType } from '#app/kernel/described-form.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { lastDayEnds, lastDayOf, type ZoneName } from '#app/kernel/zone.server.ts'
import { SelectField, TextField } from '#app/ui/form/fields.tsx'
import { type FormState, formState, useAnswer } from '#app/ui/form/form-state.ts'
import { DescribedInputs } from '#app/ui/kiosk/described-inputs.tsx'
import { KioskForm, KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { OwnerAnswer, OwnerSave, ownerTitled } from '#app/ui/kiosk/owner-page.tsx'
import type { PageHandle } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-page.tsx'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: 'Unable to load this promo code',
}

export const meta = ownerTitled('Promo code')

const shown = inOrder(promoTerms, ['minimumAmountKobo', 'maxUses'])
const constraints = fieldConstraints(newPromoFormSchema, [
	...(['code', 'discountType', 'discount'] as const),
	...postedNames(shown),
	'lastDay',
])
/** The page shows the last day between the rules and the tick box. */
const { isActive, ...rules } = shown
const LIST = '/kiosk/shop/promos'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const { promoId = '' } = params
	const [{ shop }, promo] = await Promise.all([
		owner.opened(),
		promoId === 'new' ? null : context.booking.promos.own.one(owner.caller, promoId),
	])
	if (promoId !== 'new' && !promo) throw data(null, { status: 404 })
	return owner.pageData({
		title: promo?.code ?? 'New promo code',
		about: promo && `${discountWords(promo)}. ${usesWords(promo)}.`,
		start: promo
			? {
					seen: seenPromo(promo),
					...valuesToType(shown, promo),
					lastDay: promo.expiresAt === null ? '' : lastDayOf(shop.timeZone, promo.expiresAt),
				}
			: { isActive: 'on', discountType: 'percent' },
		act: newId(),
		constraints,
	})
}

export async function action(args: ActionFunctionArgs) {
	return args.params.promoId === 'new' ? create(args) : change(args)
}

async function create({ request, context }: ActionFunctionArgs) {
	const read = await readOwnerPost({ request, context }, { schema: newPromoFormSchema, enterPin })
	if (!read.ok) return read.answer
	const { key, now, value } = read.post
	const { code, discountType } = value
	const fields = {
		...{ code, discountType, discountValue: discountValue(discountType, value.discount) ?? 0 },
		...readTerms(value, key.shop.timeZone),
	}
	return answerOwnerChange(context, read.post, {
		action: ['create promo code', JSON.stringify(fields)],
		run: ({ actId: id, actOf }) =>
			createPromo(context, {
				...{ shopId: key.shop.id, id, fields, now },
				alongside: actOf({
					kind: 'promo_code_changed',
					subjectId: id,
					summary: `New promo code: ${code}, ${discountWords(fields)}`,
				}),
			}),
		path: LIST,
		notice: 'Promo code added',
	})
}

async function change({ request, params, context }: ActionFunctionArgs) {
	const read = await readOwnerPost({ request, context }, { schema: promoFormSchema, enterPin })
	if (!read.ok) return read.answer
	const { key, caller, now, value } = read.post
	const { promoId: id = '' } = params
	const { id: shopId, timeZone } = key.shop
	const seen = readSeenPromo(value.seen)
	const fields = readTerms(value, timeZone, seen?.expiresAt)
	const { own } = context.booking.promos
	return answerOwnerChange(context, read.post, {
		action: ['change promo code', id, value.seen ?? null, JSON.stringify(fields)],
		run: ({ actOf }) =>
			changePromo(context, {
				...{ shopId, id, fields, now },
				...(seen && { seen }),
				alongside: own
					.one(caller, id)
					.then((promo) => actOf({ kind: 'promo_code_changed', subjectId: id, summary: promo?.code ?? '' })),
			}),
		async current() {
			const row = await own.one(caller, id)
			return row && seen && { changed: changedPromo(seen, row, timeZone), kept: seenPromo(row) }
		},
		path: LIST,
		notice: 'Saved',
	})
}

type Terms = Parameters<typeof valuesOfForm<typeof promoTerms>>[1] & { lastDay: string | null }

function readTerms(typed: Terms, zone: ZoneName, earlierEndsAt?: number | null) {
	const expiresAt = lastDayEnds(zone, typed.lastDay, earlierEndsAt)
	return { ...valuesOfForm(promoTerms, typed), expiresAt }
}

/** A code's discount cannot be changed once it exists. */
export default function OwnerPromo() {
	const { title, about, start, act, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, start, constraints)
	return (
		<KioskPage title={title} section="More" back={{ to: LIST, label: 'Promo codes' }} isForm>
			<OwnerAnswer answer={answer} form={form} order={Object.keys(constraints)} />
			<KioskForm act={act} className="form" key={act}>
				{about === null ? (
					<DiscountFields form={form} />
				) : (
					<>
						<input type="hidden" name="seen" value={form.field('seen').defaultValue} />
						<p>{about}</p>
						<p className="hint mb-4">For another discount, add a new code and switch this one off.</p>
					</>
				)}
				<DescribedInputs fields={rules} form={form} />
				<TextField
					field={form.field('lastDay')}
					kind="date"
					label="Last day"
					hint="Leave empty if it has no end."
				/>
				<DescribedInputs fields={{ isActive }} form={form} />
				<OwnerSave answer={answer} label={about === null ? 'Add this promo code' : 'Save'} />
			</KioskForm>
		</KioskPage>
	)
}

function DiscountFields({ form }: { form: FormState }) {
	return (
		<>
			<TextField
				field={form.field('code')}
				kind="code"
				label="Code"
				hint="What customers type, such as WELCOME10. It can’t be changed later."
			/>
			<SelectField
				field={form.field('discountType')}
				label="It takes off"
				empty="Choose one"
				options={[
					{ id: 'percent', name: 'A percentage' },
					{ id: 'amount', name: 'An amount in naira' },
				]}
			/>
			<TextField
				field={form.field('discount')}
				kind="amount"
				label="How much"
				hint="10 for 10%, or 1,500 for ₦1,500. It can’t be changed later."
			/>
		</>
	)
}
