import { createElement, type SVGProps } from 'react';

/** A path by its points, or another element of SVG. */
type Shape = string | readonly [tag: string, attributes: object];

/**
 * An icon of the build, as lucide draws it (`web/scripts/icons.ts`). A name for readers makes it a
 * picture, otherwise it is decoration.
 */
export const iconOf =
  (...shapes: readonly Shape[]) =>
  ({ className = '', ...props }: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide ${className}`.trim(),
        'aria-hidden': props['aria-label'] ? undefined : 'true',
        ...props,
      },
      ...shapes.map((shape) =>
        typeof shape === 'string'
          ? createElement('path', { d: shape })
          : createElement(shape[0], shape[1]),
      ),
    );
