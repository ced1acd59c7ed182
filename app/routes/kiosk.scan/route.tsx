import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	type AppLoadContext,
	data,
	type LoaderFunctionArgs,
} from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { useRef } from 'react'
import type { AccessKey } from '#app/domain/shops/access-key.ts'
import { codeFormSchema } from '#app/domain/shops/kiosk-forms.server.ts'
import { actOfCode, useCode } from '#app/flows/loyalty/use-code.server.ts'
import { startOrderedPlan } from '#app/flows/subscriptions/start-ordered-plan.server.ts'
import { done, invalid, refusedBy } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { actAtKiosk } from '#app/http/kiosk-act.server.ts'
import { requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import type { ActionAnswer } from '#app/kernel/action-answer.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { TextField } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { RefusalNotice } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'
import { CameraScan } from './camera-scan.tsx'
import { type Found, FoundCode } from './found-code.tsx'
import { codeWording, foundView, memberView, orderWording, startedView } from './found-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this page' }

export const meta = unlisted('Scan')

const constraints = fieldConstraints(codeFormSchema, ['code'])

export async function loader({ request, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const key = await kiosk.opened()
	return kiosk.pageData({ shopName: key.shop.name, act: newId(), constraints })
}

/** Uses a check-in code at once. A member code leads on. A reward or an order shows first and needs a second post. */
export async function action({ request, context }: ActionFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const submission = parseWithZod(await readForm(request), { schema: codeFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const { now } = kiosk
	const key = await kiosk.opened()
	const { code, act: pageAct, intent, visit: appointment } = submission.value
	if (intent === 'start') return startPlan(context, { key, pageAct, code, result: submission.reply(), now })
	const { cookieKeys, checkInKeys } = context.settings
	const usesReward = intent === 'use'
	const act = actOfCode(code, usesReward)
	const action = [usesReward ? 'reward' : 'code', code] as const
	const used = await actAtKiosk(context, { key, pageAct, action, now }, ({ actId, actOf }) =>
		useCode(context, {
			shopId: key.shop.id,
			text: code,
			checkInKeys: checkInKeys ?? [],
			cookieKeys,
			ownUserId: key.ownUserId,
			usesReward,
			referenceNumber: appointment ?? null,
			key: actId,
			alongside: act === null ? [] : actOf(act),
			now,
		}),
	)
	if (used === 'act_done_already') return done(context, '/kiosk/scan', { flash: { title: 'Already done' } })
	if (!used.ok)
		return refusedBy(await codeWording(used.refusal, { key, cookieKeys, now }), {
			result: submission.reply(),
		})
	if (used.value.kind !== 'member')
		return data<ActionAnswer<Found>>({ offer: foundView(used.value, { code, key, now }) })
	const member = await memberView(used.value, { key, cookieKeys, now })
	if (member.kind === 'lead') return done(context, member.to, { flash: { title: member.name } })
	return data<ActionAnswer<Found>>({ offer: member })
}

/** Starts an ordered plan, whose price the desk has taken (D62). */
async function startPlan(
	context: AppLoadContext,
	{
		key,
		pageAct,
		code,
		result,
		now,
	}: {
		key: AccessKey & { ownUserId: string | null }
		pageAct: string
		code: string
		result: SubmissionResult
		now: Instant
	},
) {
	const tap = { key, pageAct, action: ['order', code], now } as const
	const started = await actAtKiosk(context, tap, ({ actOf }) =>
		startOrderedPlan(context, { typed: code, shopId: key.shop.id, ownUserId: key.ownUserId, actOf, now }),
	)
	if (started === 'act_done_already')
		return done(context, '/kiosk/scan', { flash: { title: 'Already done' } })
	if (!started.ok) return refusedBy(orderWording(started.refusal), { result })
	return data<ActionAnswer<Found>>({ offer: startedView(started.value) })
}

/** Codes are scanned where the browser can, and typed everywhere. */
export default function KioskScan() {
	const { shopName, act, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, {}, constraints)
	const box = useRef<HTMLFormElement>(null)
	const found = answer?.offer
	return (
		<KioskPage title="Scan" subtitle={shopName} section="Scan">
			<RefusalNotice refusal={answer?.refusal} />
			<ErrorSummary form={form} />
			{found && <FoundCode found={found} />}
			<div className="two">
				<Form method="post" className="form" ref={box} key={act}>
					<input type="hidden" name="act" value={act} />
					<TextField
						field={form.field('code')}
						kind="code"
						label="Code"
						hint="From a plan, an order, a loyalty card or a reward, as the customer reads it out."
						enterKeyHint="go"
					/>
					<SubmitButton busyLabel="Checking…">Check this code</SubmitButton>
				</Form>
				<CameraScan form={box} />
			</div>
		</KioskPage>
	)
}
