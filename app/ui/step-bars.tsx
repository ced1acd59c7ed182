const steps = ['Service', 'Staff', 'Time', 'Checkout'] as const

/** Screen readers say 'Step 3 of 4: Time'. */
export function StepBars({ current }: { current: 1 | 2 | 3 | 4 }) {
	return (
		<>
			<p className="sr">{`Step ${current} of ${steps.length}: ${steps[current - 1]}`}</p>
			<ol className="steps" aria-hidden="true">
				{steps.map((step, index) => (
					<li key={step} className={index < current ? 'done' : undefined} />
				))}
			</ol>
		</>
	)
}
