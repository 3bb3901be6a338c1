import { z } from 'zod';

/** `NODE_ENV`: what the product may assume and has to refuse. */
export const modeSetting = z.enum(['development', 'production', 'test']).default('development');
export type Mode = z.output<typeof modeSetting>;

/** The environment without empty variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

type Values<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

/** The settings of a layer or an adapter. */
interface Declaration<Shape extends z.ZodRawShape, Config> {
  shape: Shape;
  /** Required in production even if they have a default. */
  requiredInProduction?: readonly (keyof Shape & string)[];
  /** Conflicts between valid values, one line each. */
  problems?(values: Values<Shape>, mode: Mode): string[];
  config(values: Values<Shape>, mode: Mode): Config;
}

export interface SettingsReading<Config> {
  /** Invalid values, one line each; the rest is available only if there are none. */
  malformed: string[];
  /** Names that production requires and the environment lacks. */
  missing(): string[];
  problems(mode: Mode): string[];
  config(mode: Mode): Config;
}

export interface Settings<Config> {
  /** The names of its variables. */
  names: readonly string[];
  read(environment: Environment): SettingsReading<Config>;
}

export function defineSettings<Shape extends z.ZodRawShape, Config>(
  declaration: Declaration<Shape, Config>,
): Settings<Config> {
  const { shape, requiredInProduction = [], problems = () => [], config } = declaration;
  const schema = z.object(shape);
  return {
    names: Object.keys(shape),
    read(environment) {
      const parsed = schema.safeParse(environment);
      return {
        malformed:
          parsed.error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`) ?? [],
        missing: () => requiredInProduction.filter((name) => environment[name] === undefined),
        problems: (mode) => problems(parsed.data!, mode),
        config: (mode) => config(parsed.data!, mode),
      };
    },
  };
}

/** An HTTP origin without a trailing slash. */
export const originSetting = z
  .url({ protocol: /^https?$/ })
  .transform((url) => url.replace(/\/+$/, ''));
