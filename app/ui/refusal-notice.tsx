import { Link, useLocation } from '@remix-run/react'
import type { Wording } from '#app/kernel/action-answer.ts'
import { useAnswerFocus } from './form/use-answer-focus.ts'
import { Notice } from './notice.tsx'

/** The reason of a refusal, in view and with focus (B4); nothing without a refusal. */
export function RefusalNotice({ refusal }: { refusal: Wording | null | undefined }) {
	const box = useAnswerFocus(refusal)
	const { pathname } = useLocation()
	if (!refusal) return null
	const { title, text, nextStep } = refusal
	return (
		<Notice tone="error" role="alert" title={title} className="mb-4" box={box}>
			{text} {nextStep && nextStep.path !== pathname && <Link to={nextStep.path}>{nextStep.label}</Link>}
		</Notice>
	)
}
