import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import {
	entryColumns,
	newPlanFormSchema,
	ownPlanFormSchema,
	readSeenPlan,
	seenPlan,
} from '#app/domain/subscriptions/owner-forms.server.ts'
import { planFields, planOffer, planTerms } from '#app/domain/subscriptions/plan-fields.ts'
import { givenWords } from '#app/domain/subscriptions/plan-words.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { changePlan, createPlan } from '#app/flows/subscriptions/change-plans.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { answerOwnerChange } from '#app/http/owner-change.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { readOwnerPost } from '#app/http/owner-post.server.ts'
import { changedWords } from '#app/kernel/described-field.ts'
import { valuesOfForm, valuesToType } from '#app/kernel/described-form.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { SelectField, TextField } from '#app/ui/form/fields.tsx'
import { type FormState, formState, useAnswer } from '#app/ui/form/form-state.ts'
import { DescribedInput, DescribedInputs, TickBox } from '#app/ui/kiosk/described-inputs.tsx'
import { KioskForm, KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { OwnerAnswer, OwnerSave, ownerTitled } from '#app/ui/kiosk/owner-page.tsx'
import type { PageHandle } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this plan' }

export const meta = ownerTitled('Plan')

const constraints = fieldConstraints(newPlanFormSchema, [
	...(['title', 'price', 'entryKind', 'entries', 'periodDays'] as const),
	...(['maxPauses', 'maxPauseDays', 'description'] as const),
])
/** A new field of the offer is one of `words`, so the page shows it. */
const { title: name, priceKobo, isPayableAtShop, ...words } = planOffer
const LIST = '/kiosk/shop/plans'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const { planId = '' } = params
	const [, plan] = await Promise.all([
		owner.opened(),
		planId === 'new' ? null : context.subscriptions.shopPlans.own.one(owner.caller, planId),
	])
	if (planId !== 'new' && !plan) throw data(null, { status: 404 })
	return owner.pageData({
		title: plan?.title ?? 'New plan',
		gives: plan && givenWords(plan),
		start: plan
			? {
					seen: seenPlan(plan),
					...valuesToType(planOffer, plan),
					isOnOffer: plan.status === 'on_offer' ? 'on' : '',
				}
			: { periodDays: '30', maxPauses: '1', maxPauseDays: '14', isPayableAtShop: 'on' },
		act: newId(),
		constraints,
	})
}

export async function action(args: ActionFunctionArgs) {
	return args.params.planId === 'new' ? create(args) : change(args)
}

async function create({ request, context }: ActionFunctionArgs) {
	const read = await readOwnerPost({ request, context }, { schema: newPlanFormSchema, enterPin })
	if (!read.ok) return read.answer
	const { key, now, value } = read.post
	const { entryKind, entries } = value
	const fields = {
		...valuesOfForm(planOffer, value),
		entryKind,
		...entryColumns(entryKind, entries),
		...valuesOfForm(planTerms, value),
	}
	return answerOwnerChange(context, read.post, {
		action: ['create plan', JSON.stringify(fields)],
		run: ({ actId: id, actOf }) =>
			createPlan(context, {
				...{ shopId: key.shop.id, id, fields, now },
				alongside: actOf({ kind: 'plan_changed', subjectId: id, summary: `New plan: ${fields.title}` }),
			}),
		path: LIST,
		notice: 'Plan added',
	})
}

async function change({ request, params, context }: ActionFunctionArgs) {
	const read = await readOwnerPost({ request, context }, { schema: ownPlanFormSchema, enterPin })
	if (!read.ok) return read.answer
	const { key, caller, now, value } = read.post
	const { planId: id = '' } = params
	const { seen: sent, isOnOffer } = value
	const status = isOnOffer ? ('on_offer' as const) : ('withdrawn' as const)
	const fields = { ...valuesOfForm(planOffer, value), status }
	const seen = readSeenPlan(sent)
	const isWithdrawn = seen?.status === 'on_offer' && !isOnOffer
	return answerOwnerChange(context, read.post, {
		action: ['change plan', id, sent ?? null, JSON.stringify(fields)],
		run: ({ actOf }) =>
			changePlan(context, {
				...{ shopId: key.shop.id, id, fields, now },
				...(seen && { seen }),
				alongside: actOf({
					kind: 'plan_changed',
					subjectId: id,
					summary: isWithdrawn ? `Withdrawn: ${fields.title}` : fields.title,
				}),
			}),
		async current() {
			const row = await context.subscriptions.shopPlans.own.one(caller, id)
			return row && seen && { changed: changedWords(planFields, seen, row), kept: seenPlan(row) }
		},
		path: LIST,
		notice: isWithdrawn ? 'Plan withdrawn' : 'Saved',
	})
}

/** A plan's entries cannot be changed once it exists. */
export default function OwnerPlan() {
	const { title, gives, start, act, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, start, constraints)
	const isNew = gives === null
	return (
		<KioskPage title={title} section="More" back={{ to: LIST, label: 'Plans' }} isForm>
			<OwnerAnswer answer={answer} form={form} order={Object.keys(constraints)} />
			<KioskForm act={act} className="form" key={act}>
				{!isNew && (
					<>
						<input type="hidden" name="seen" value={form.field('seen').defaultValue} />
						<p>{gives}.</p>
						<p className="hint mb-4">
							This can’t be changed: customers bought it. To give something else, add a new plan and withdraw
							this one.
						</p>
					</>
				)}
				<DescribedInputs fields={{ title: name, priceKobo }} form={form} isOfRow={!isNew} />
				{isNew && <GivenFields form={form} />}
				<DescribedInputs fields={words} form={form} />
				<div className="field">
					<DescribedInput name="isPayableAtShop" field={isPayableAtShop} form={form} />
					{!isNew && (
						<TickBox
							form={form}
							name="isOnOffer"
							title={planFields.status.label}
							detail="Untick to withdraw it: no one can buy or renew it, and those who have it keep it to its end."
						/>
					)}
				</div>
				<OwnerSave answer={answer} label={isNew ? 'Add this plan' : 'Save'} />
			</KioskForm>
		</KioskPage>
	)
}

function GivenFields({ form }: { form: FormState }) {
	return (
		<>
			<p className="hint">Choose with care: once added, what a plan gives can’t be changed.</p>
			<SelectField
				field={form.field('entryKind')}
				label="It lets in"
				empty="Choose one"
				options={[
					{ id: 'unlimited', name: 'As often as they like' },
					{ id: 'weekly', name: 'A number of times a week' },
					{ id: 'total', name: 'A number of times in all' },
				]}
			/>
			<TextField
				field={form.field('entries')}
				kind="count"
				label="How many times"
				hint="Leave empty for as often as they like."
			/>
			<DescribedInputs fields={planTerms} form={form} />
		</>
	)
}
