import { Link, useLocation } from '@remix-run/react'
import { useEffect, useState } from 'react'
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
			<LineIsBack />
		</Notice>
	)
}

/** Once a lost line is back, the typed values can be sent again. The notice announces it. */
function LineIsBack() {
	const [isBack, setIsBack] = useState(false)
	useEffect(() => {
		const say = () => setIsBack(true)
		window.addEventListener('online', say)
		return () => window.removeEventListener('online', say)
	}, [])
	return isBack && <b>You’re back online.</b>
}
