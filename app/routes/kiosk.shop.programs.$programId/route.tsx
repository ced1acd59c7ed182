import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import {
	changedProgram,
	newProgramFormSchema,
	programFormSchema,
	programTerms,
	readSeenProgram,
	seenProgram,
} from '#app/domain/loyalty/owner-program-form.server.ts'
import {
	aboutProgram,
	programFields,
	programReferral,
	programRules,
	programTiers,
} from '#app/domain/loyalty/program-fields.ts'
import { rewardWords } from '#app/domain/loyalty/reward-words.ts'
import { changeProgram, createProgram } from '#app/flows/shop/change-promotions.server.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { answerOwnerChange } from '#app/http/owner-change.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { readOwnerPost } from '#app/http/owner-post.server.ts'
import { inOrder } from '#app/kernel/described-field.ts'
import { postedNames, valuesToType } from '#app/kernel/described-form.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { lastDayEnds, lastDayOf, type ZoneName } from '#app/kernel/zone.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { TickBox } from '#app/ui/kiosk/described-inputs.tsx'
import { KioskForm, KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { type LinkRow, LinkRows } from '#app/ui/kiosk/link-rows.tsx'
import { OwnerAnswer, OwnerSave, ownerTitled } from '#app/ui/kiosk/owner-page.tsx'
import type { PageHandle } from '#app/ui/page.tsx'
import { NewProgramFields, ProgramTermFields } from './program-fields.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this program' }

export const meta = ownerTitled('Loyalty program')

const constraints = fieldConstraints(newProgramFormSchema, [
	...(['kind', 'visitsRequired'] as const),
	...postedNames(inOrder(aboutProgram, ['name', 'cashbackPercent'])),
	'lastDay',
	...postedNames({ ...programRules, ...programTiers, ...programReferral }),
])
const LIST = '/kiosk/shop/programs'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const { programId = '' } = params
	const { shopPrograms } = context.loyalty
	const [{ shop }, program, milestones] = await Promise.all([
		owner.opened(),
		programId === 'new' ? null : shopPrograms.own.one(owner.caller, programId),
		programId === 'new' ? [] : shopPrograms.ownMilestones(owner.caller, programId),
	])
	if (programId !== 'new' && !program) throw data(null, { status: 404 })
	return owner.pageData({
		title: program?.name ?? 'New program',
		kind: program?.kind ?? null,
		card:
			program?.kind === 'punch_card'
				? `${program.visitsRequired} stamps. ${program.isCyclic ? 'A full card starts again.' : 'It is filled once.'}`
				: null,
		rewards: milestones.map(({ id, visitsRequired, rewardKind, description, ...reward }) => ({
			to: `${LIST}/${programId}/rewards/${id}`,
			title: `Stamp ${visitsRequired}`,
			end: rewardWords({ kind: rewardKind, ...reward }),
			detail: description,
		})),
		start: program ? savedValues(program, shop.timeZone) : newProgram,
		act: newId(),
		constraints,
	})
}

type Program = Parameters<typeof seenProgram>[0] & { kind: string }

/** The database's defaults. */
const newProgram = {
	...{ visitsRequired: '10', isCyclic: 'on', rewardDays: '90', goldVisits: '10', platinumVisits: '25' },
}

function savedValues(program: Program, zone: ZoneName) {
	const { kind, expiresAt } = program
	return {
		...{ seen: seenProgram(program), kind },
		...valuesToType(programFields, program),
		lastDay: expiresAt === null ? '' : lastDayOf(zone, expiresAt),
		isOn: program.status === 'active' ? 'on' : '',
	}
}

export async function action(args: ActionFunctionArgs) {
	return args.params.programId === 'new' ? create(args) : change(args)
}

async function create({ request, context }: ActionFunctionArgs) {
	const read = await readOwnerPost({ request, context }, { schema: newProgramFormSchema, enterPin })
	if (!read.ok) return read.answer
	const { key, now, value } = read.post
	const { kind, visitsRequired, isCyclic } = value
	const expiresAt = lastDayEnds(key.shop.timeZone, value.lastDay)
	const fields = { ...programTerms(value), kind, expiresAt }
	const card = kind === 'punch_card' ? { visitsRequired, isCyclic } : null
	return answerOwnerChange(context, read.post, {
		action: ['create program', JSON.stringify([fields, card])],
		run: ({ actId: id, actOf }) =>
			createProgram(context, {
				...{ shopId: key.shop.id, id, fields, card, now },
				alongside: actOf({ kind: 'program_changed', subjectId: id, summary: `New program: ${fields.name}` }),
			}),
		path: LIST,
		notice: 'Program added',
	})
}

async function change({ request, params, context }: ActionFunctionArgs) {
	const read = await readOwnerPost({ request, context }, { schema: programFormSchema, enterPin })
	if (!read.ok) return read.answer
	const { key, caller, now, value } = read.post
	const { programId: id = '' } = params
	const { id: shopId, timeZone } = key.shop
	const seen = readSeenProgram(value.seen)
	const fields = {
		...programTerms(value),
		expiresAt: lastDayEnds(timeZone, value.lastDay, seen?.expiresAt),
		status: value.isOn ? ('active' as const) : ('ended' as const),
	}
	return answerOwnerChange(context, read.post, {
		action: ['change program', id, value.seen ?? null, JSON.stringify(fields)],
		run: ({ actOf }) =>
			changeProgram(context, {
				...{ shopId, id, fields, now },
				...(seen && { seen }),
				alongside: actOf({ kind: 'program_changed', subjectId: id, summary: fields.name }),
			}),
		async current() {
			const row = await context.loyalty.shopPrograms.own.one(caller, id)
			return row && seen && { changed: changedProgram(seen, row, timeZone), kept: seenProgram(row) }
		},
		path: LIST,
		notice: 'Saved',
	})
}

export default function OwnerProgram() {
	const { title, kind, card, rewards, start, act, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, start, constraints)
	return (
		<KioskPage title={title} section="More" back={{ to: LIST, label: 'Loyalty programs' }} isForm>
			<OwnerAnswer answer={answer} form={form} order={Object.keys(constraints)} />
			<div className={card === null ? undefined : 'two'}>
				{card !== null && <Rewards card={card} rewards={rewards} />}
				<KioskForm act={act} className="form" key={act}>
					{kind === null ? (
						<NewProgramFields form={form} />
					) : (
						<>
							<input type="hidden" name="seen" value={form.field('seen').defaultValue} />
							<input type="hidden" name="kind" value={kind} />
						</>
					)}
					<ProgramTermFields form={form} kind={kind} isOpen={answer !== undefined} />
					{kind !== null && (
						<div className="field">
							<TickBox
								form={form}
								name="isOn"
								title="Customers can join and earn"
								detail="Untick to end it. What they have earned, they keep."
							/>
						</div>
					)}
					<OwnerSave answer={answer} label={kind === null ? 'Add this program' : 'Save'} />
				</KioskForm>
			</div>
		</KioskPage>
	)
}

function Rewards({ card, rewards }: { card: string; rewards: LinkRow[] }) {
	return (
		<section>
			<h2>Rewards</h2>
			<p className="hint">{card}</p>
			{rewards.length === 0 ? (
				<p className="soft">None yet. A card without rewards gives customers nothing.</p>
			) : (
				<LinkRows rows={rewards} />
			)}
			<ButtonLink to="rewards/new" variant="quiet" className="mt-3">
				Add a reward
			</ButtonLink>
		</section>
	)
}
