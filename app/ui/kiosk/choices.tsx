import type { ReactNode } from 'react'
import { PageStyle } from '#app/ui/inline.tsx'
import choicesCss from '#app/ui/styles/choices.css?inline'

export function Choices({ children }: { children: ReactNode }) {
	return (
		<div className="choices">
			<PageStyle css={choicesCss} />
			{children}
		</div>
	)
}
