import type { MouseEvent } from 'react'
import type { FormState } from './form-state.ts'
import { useAnswerFocus } from './use-answer-focus.ts'

interface ErrorSummaryProps {
	/** From `formState(result)`. */
	form: FormState
	title?: string
	/** The names of the fields as they follow on the page; problems of others come first. */
	order?: readonly string[]
}

/** Says at the top what went wrong, each line a link to its field. Takes the focus when an answer brings problems. */
export function ErrorSummary({
	form: { problems, result },
	title = 'Please check this',
	order = [],
}: ErrorSummaryProps) {
	const box = useAnswerFocus(problems.length > 0 ? result : null)
	if (problems.length === 0) return null
	// The answer has them by name.
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

/** With script the router would take the new address for another page, and forget the answer with its problems. */
function goToField(event: MouseEvent, name: string) {
	const field = document.getElementById(name)
	if (!field) return
	event.preventDefault()
	field.focus()
}
