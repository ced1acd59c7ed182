import { Link, useLocation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import type { Wording } from '#app/kernel/action-answer.ts'
import { useAnswerFocus } from './form/use-answer-focus.ts'
import { Notice } from './notice.tsx'

/** A refusal's reason, scrolled to and focused (B4). */
export function RefusalNotice({ refusal }: { refusal: Wording | null | undefined }) {
	const box = useAnswerFocus(refusal)
	const { pathname } = useLocation()
	if (!refusal) return null
	const { title, text, nextStep } = refusal
	return (
		<Notice tone="error" role="alert" title={title} className="mb-4" box={box}>
			{text} {nextStep && nextStep.path !== pathname && <Link to={nextStep.path}>{nextStep.label}</Link>}
			<LineIsBack />
		</Notice>
	)
}

/** Announces that the typed values can be sent again once the line is back. */
function LineIsBack() {
	const [isBack, setIsBack] = useState(false)
	useEffect(() => {
		const say = () => setIsBack(true)
		window.addEventListener('online', say)
		return () => window.removeEventListener('online', say)
	}, [])
	return isBack && <b>You’re back online.</b>
}
