import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import {
	changedReward,
	giftOptions,
	newRewardFormSchema,
	readSeenReward,
	rewardFields,
	rewardFormSchema,
	rewardToType,
	seenReward,
} from '#app/domain/loyalty/owner-reward-form.server.ts'
import { rewardTexts } from '#app/domain/loyalty/program-fields.ts'
import { changeMilestone, createMilestone } from '#app/flows/shop/change-promotions.server.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { answerOwnerChange } from '#app/http/owner-change.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { readOwnerPost } from '#app/http/owner-post.server.ts'
import { shortenText } from '#app/kernel/clean-text.ts'
import { postedNames } from '#app/kernel/described-form.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { SelectField, TextField } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { DescribedInputs } from '#app/ui/kiosk/described-inputs.tsx'
import { KioskForm, KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { OwnerAnswer, OwnerSave, ownerTitled } from '#app/ui/kiosk/owner-page.tsx'
import type { PageHandle } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this reward' }

export const meta = ownerTitled('Reward')

const constraints = fieldConstraints(newRewardFormSchema, [
	...(['visitsRequired', 'gift', 'worth', 'serviceId'] as const),
	...postedNames(rewardTexts),
])

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const { programId = '', milestoneId = '' } = params
	const { shopPrograms } = context.loyalty
	const [, program, milestones, services] = await Promise.all([
		owner.opened(),
		shopPrograms.own.one(owner.caller, programId),
		shopPrograms.ownMilestones(owner.caller, programId),
		context.discovery.catalogue.ownServices.all(owner.caller),
	])
	const milestone = milestones.find(({ id }) => id === milestoneId)
	if (program?.kind !== 'punch_card' || (milestoneId !== 'new' && !milestone))
		throw data(null, { status: 404 })
	return owner.pageData({
		title: milestone ? `Reward at stamp ${milestone.visitsRequired}` : 'New reward',
		back: { to: `/kiosk/shop/programs/${programId}`, label: program.name },
		stamps: `From 1 to ${program.visitsRequired}. It can’t be changed later.`,
		services: services.map(({ id, name }) => ({ id, name })),
		gifts: giftOptions,
		start: milestone ? { seen: seenReward(milestone), ...rewardToType(milestone) } : {},
		isNew: !milestone,
		act: newId(),
		constraints,
	})
}

export async function action(args: ActionFunctionArgs) {
	return args.params.milestoneId === 'new' ? create(args) : change(args)
}

async function create({ request, params, context }: ActionFunctionArgs) {
	const read = await readOwnerPost({ request, context }, { schema: newRewardFormSchema, enterPin })
	if (!read.ok) return read.answer
	const { key, now, value } = read.post
	const { programId = '' } = params
	const { visitsRequired } = value
	const fields = { ...rewardFields(value), visitsRequired }
	return answerOwnerChange(context, read.post, {
		action: ['create reward', programId, JSON.stringify(fields)],
		run: ({ actId: id, actOf }) =>
			createMilestone(context, {
				...{ shopId: key.shop.id, id, programId, fields, now },
				alongside: actOf({
					kind: 'program_changed',
					subjectId: programId,
					summary: shortenText(`Stamp ${visitsRequired}: ${fields.description}`, 200),
				}),
			}),
		path: `/kiosk/shop/programs/${programId}`,
		notice: 'Reward added',
	})
}

async function change({ request, params, context }: ActionFunctionArgs) {
	const read = await readOwnerPost({ request, context }, { schema: rewardFormSchema, enterPin })
	if (!read.ok) return read.answer
	const { key, caller, now, value } = read.post
	const { programId = '', milestoneId: id = '' } = params
	const fields = rewardFields(value)
	const seen = readSeenReward(value.seen)
	return answerOwnerChange(context, read.post, {
		action: ['change reward', programId, id, value.seen ?? null, JSON.stringify(fields)],
		run: ({ actOf }) =>
			changeMilestone(context, {
				...{ shopId: key.shop.id, id, programId, fields, now },
				...(seen && { seen }),
				alongside: actOf({ kind: 'program_changed', subjectId: programId, summary: fields.description }),
			}),
		async current() {
			const rows = await context.loyalty.shopPrograms.ownMilestones(caller, programId)
			const row = rows.find((milestone) => milestone.id === id)
			return row && seen ? { changed: changedReward(seen, row), kept: seenReward(row) } : null
		},
		path: `/kiosk/shop/programs/${programId}`,
		notice: 'Saved',
	})
}

export default function OwnerReward() {
	const { title, back, stamps, services, gifts, start, isNew, act, constraints } =
		useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, start, constraints)
	return (
		<KioskPage title={title} section="More" back={back} isForm>
			<OwnerAnswer answer={answer} form={form} order={Object.keys(constraints)} />
			<KioskForm act={act} className="form" key={act}>
				{isNew ? (
					<TextField field={form.field('visitsRequired')} kind="count" label="At which stamp" hint={stamps} />
				) : (
					<>
						<input type="hidden" name="seen" value={form.field('seen').defaultValue} />
						<p className="hint mb-4">Rewards that customers have earned stay as they are.</p>
					</>
				)}
				<SelectField field={form.field('gift')} label="It gives" empty="Choose one" options={gifts} />
				<TextField
					field={form.field('worth')}
					kind="amount"
					label="How much"
					hint="For a percentage, 10. For an amount or cashback, 1,500. Else leave empty."
				/>
				<SelectField
					field={form.field('serviceId')}
					label="Free service"
					hint="Only for a free service."
					empty="None"
					options={services}
				/>
				<DescribedInputs fields={rewardTexts} form={form} isEnd />
				<OwnerSave answer={answer} label={isNew ? 'Add this reward' : 'Save'} />
			</KioskForm>
		</KioskPage>
	)
}
