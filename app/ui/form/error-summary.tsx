import type { MouseEvent } from 'react'
import { type FormState, useAnswerFocus } from './form-state.ts'

interface ErrorSummaryProps {
	form: FormState
	title?: string
	/** Field names in the page's order; problems of other fields come first. */
	order?: readonly string[]
}

/** Lists the problems, each a link to its field. Takes focus when an answer brings problems. */
export function ErrorSummary({
	form: { problems, result },
	title = 'Please check this',
	order = [],
}: ErrorSummaryProps) {
	const box = useAnswerFocus(problems.length > 0 ? result : null)
	if (problems.length === 0) return null
	// The answer sorts its problems by name.
	const inOrder = [...problems].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
	return (
		<div className="notice error error-summary" role="alert" {...box}>
			<b>{title}</b>
			<ul>
				{inOrder.map(({ name, message }) => (
					<li key={`${name} ${message}`}>
						{name === '' ? (
							message
						) : (
							<a href={`#${name}`} onClick={(event) => goToField(event, name)}>
								{message}
							</a>
						)}
					</li>
				))}
			</ul>
		</div>
	)
}

/** By itself the link would change the address, and the router would drop the answer. */
function goToField(event: MouseEvent, name: string) {
	const field = document.getElementById(name)
	if (!field) return
	event.preventDefault()
	field.focus()
}
