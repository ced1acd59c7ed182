import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface CardProps {
	/** 'padded': text. 'rows': a list with dividers. 'bare': a picture with its parts. */
	kind?: 'padded' | 'rows' | 'bare'
	as?: 'div' | 'article' | 'section' | 'ul' | 'li'
	className?: string
	children: ReactNode
}

export function Card({ kind = 'padded', as: Element = 'div', className, children }: CardProps) {
	return <Element className={classNames('card', kind !== 'bare' && kind, className)}>{children}</Element>
}
