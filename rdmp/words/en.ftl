### What rdmp tells its readers, in English. fr.ftl says the same; a test compares the two.
###
### A message stands where its key is said in the code. Lines may be wrapped: each break is a blank.
### PERCENT writes a number of percent. Names of columns come in quotes already.

## Numbers and lists

number = { $number }
percent = { $number } %
percent-tiny = under { PERCENT($limit) }
leak-tiny = Less than { PERCENT($limit) }
not-counted = not counted
both = { $first } and { $second }
names-and-more = { $names } and { $more } more
seconds = { $seconds } s
label-and-value = { $label }: { $value }

## The score

headline = Row Direct Match Protection (RDMP):
meaning-matched =
    { $share } of the original records — { $matched } of { $rows } —
    { $matched ->
        [one] is unique and stands
       *[other] are unique and stand
    } unchanged among the avatars.
meaning-no-unique =
    None of the { $rows } original records is unique, so none could be matched: the score says
    nothing about this pair.
meaning-quick = None of the { $rows } original records is unique and unchanged among the avatars.
meaning-none =
    { $unique ->
        [one] The only unique original record does not stand
       *[other] None of the { $unique } unique original records stands
    } unchanged among the avatars.
target =
    Usual target: above { PERCENT($target) } (published for the avatar method) —
    { $met ->
        [yes] met
       *[no] NOT met
    }.
advice-raise-k =
    The authors of the avatar method advise to raise k, the number of neighbours, and to generate
    the avatars again.
advice-many-columns =
    A match must agree on all { $columns } columns, so a score of 100 is easy to reach here. Use
    --columns to compare only what an attacker may know.
scope =
    This is the direct-match attack, the simplest one: look up each original record among the
    avatars. It tests the criterion of individualisation (singling out a person; GDPR working party,
    opinion 05/2014). Passing it is necessary, not sufficient: linking records and inferring values
    need tests of their own.
below-limit = the score of { $score } is below --fail-under { $limit }

## Titles and labels

label-original = Original
label-avatar = Avatar
label-holdout = Holdout
title-findings = Findings
title-figures = Figures
title-columns = Columns compared: { $columns }
title-limits = How far this goes
title-figure = Figure
title-value = Value
title-meaning = Meaning
title-column = Column
title-original = Original
title-avatar = Avatar
title-compared-as = Compared as
title-how = How
column-renamed = { $name } (avatar: { $avatar })
types-same = { $type } on both sides
types-differ = original { $original }, avatar { $avatar }, compared as { $compared }

## Figures

figure-original-rows = Original rows
    .explanation = n, all records of the original
figure-unique-rows = Unique rows
    .explanation =
        { $counted ->
            [no] the unique rows were not counted in this quick run
           *[yes] occur exactly once: only these can be singled out
        }
figure-matched-rows = Matched rows
    .explanation = unique rows that stand unchanged among the avatars
figure-unique-match-rate = Unique match rate
    .explanation = matched rows / unique rows: the leak among those who can leak
figure-lowest-score = Lowest score
    .explanation = what this original would get if every unique row were matched
figure-present-score = Present score
    .explanation =
        the score without the rule of uniqueness{ $counted ->
            [no] { "" }
           *[yes] : { $present ->
                [one] 1 original row
               *[other] { $present } original rows
            }, repeated ones included, found among the avatars
        }
figure-avatar-rows = Avatar rows
    .explanation = all records of the avatar
figure-copied-rows = Copied avatar rows
    .explanation =
        { $counted ->
            [no] equal some original row, repeats counted
           *[yes] { $share } of the avatar rows equal some original row
        }

## Coincidence

title-coincidence = Coincidence, by the holdout
coincidence-unknown =
    Nothing can be said about memorisation:
    { $why ->
        [no-unique] no row of the original is unique
       *[all-known] every row of the holdout also stands in the original
    }.
coincidence-memorised =
    Sign of memorisation: unique rows were matched { $bound ->
        [yes] at least { $times }
       *[no] { $times }
    } times as often as coincidence explains.
coincidence-no-match = No sign of memorisation: no unique row was matched.
coincidence-no-sign =
    No sign of memorisation: unique rows were not matched more often than coincidence explains; up
    to { $more } percentage points more could not be told from chance here.
figure-coincidence-unique = Unique rows matched
    .explanation =
        { $found } of { $rows } unique rows of the original{ $rows ->
            [0] { "" }
           *[other] ; 95 % interval { $lower } to { PERCENT($upper) }
        }
figure-coincidence-holdout = Holdout rows matched
    .explanation =
        { $found } of { $rows } holdout rows that do not stand in the original{ $rows ->
            [0] { "" }
           *[other] ; 95 % interval { $lower } to { PERCENT($upper) }
        }
figure-coincidence-difference = Difference
    .explanation = percentage points; 95 % interval { $lower } to { $upper }
figure-coincidence-aside = Set aside
    .explanation =
        of { $rows } holdout rows also stand in the original, and tell nothing about chance

## Insight: on which columns the protection rests

insight-meaning =
    Of { $rows } original records, { $unique } are unique and { $matched } of these stand unchanged
    among the avatars, compared on { $columns ->
        [one] 1 column
       *[other] { $columns } columns
    }.
insight-one-column = Only one column is compared: nothing is left without it.
insight-strangers =
    No value of { $columns } occurs in the avatar: each of these columns alone forbids every match.
    Pass them to --exclude together, to see what they hide.
insight-carrier =
    Without { $column }, { PERCENT($share) } of the original records ({ $without } of { $rows },
    instead of { $matched }) would match: the protection rests on this column.{ $never ->
        [yes] { " " }No value of it occurs in the avatar.
       *[no] { "" }
    }
insight-no-carrier-at-all =
    No single column carries the protection: without any one of them, no more records match than
    with all.
insight-no-carrier =
    No single column carries the protection: the score changes most without { $column }, to
    { PERCENT($score) } ({ $more } more { $more ->
        [one] record matches
       *[other] records match
    }).
insight-reading =
    Score without: the score if this column were not compared. The lower it is, the more the
    protection rests on this column. Present: original rows whose value occurs in the avatar's
    column; where it is 0, this column alone forbids every match.
insight-title-values = Values
insight-title-avatar = In avatar
insight-title-present = Present
insight-title-unique-without = Unique w/o
insight-title-matched-without = Matched w/o
insight-title-score-without = Score w/o
attacker-title =
    What an attacker who knows { $columns ->
        [one] 1 column
       *[other] { $columns } columns
    } finds
attacker-worst =
    The worst: { $columns }. On { $size ->
        [one] it
       *[other] these
    } alone, { $unique } records are unique and { $matched } of them match: a score of
    { PERCENT($score) }.
attacker-all = All { $possible } such sets of columns were counted.
attacker-some =
    Not exhaustive: of { $possible } such sets of columns, a greedy search counted { $counted }, and
    a worse one may exist. Every count shown is exact.
attacker-title-known = Columns known
attacker-title-unique = Unique
attacker-title-matched = Matched
attacker-title-score = Score
attacker-more = { $more } more: --format json lists them.

## How a column was compared: type, and one sentence

type-rest = { $type } and a rest
type-rest-whole = { $type } and a rest beyond 2^53
type-rest-digits = { $type } and a rest beyond 15 digits
type-microseconds = microseconds and a rest
type-nanoseconds = nanoseconds
type-date-and-time = { $type } and time of day
type-duration = duration in { $unit }
type-missing = missing or not
type-text = text
how-cast = both sides cast to { $type }, as asked for
how-with-types = { $how } ({ $original } with { $avatar })
how-read-from-text = { $how }, read from text
how-spelled-differently = { $how }; the two files spell them differently
how-text-as-type = { $how }; the text was read as the other side's type
how-whole-numbers = as whole numbers
how-decimals = as the same number, whatever the width and scale
how-same-number = as the same number
how-four-bytes = at 4-byte precision
how-shortest-decimal = as the same decimal number: a float counts as its shortest decimal form
how-same-float = as the same float, NaN as missing
how-truth-as-bits = true as 1, false as 0
how-truth = as true or false
how-text = as text, byte for byte
how-bytes = byte for byte
how-text-as-bytes = as the bytes of the text in UTF-8
how-uuid = as 128-bit identifiers
how-uuid-as-text = as 128-bit identifiers, in either letter case
how-dates = as dates
how-midnight = a date is its midnight
how-times = as times of day
how-local = as local timestamps
how-instants = as instants, whatever their zone
how-local-as-instant = local times as instants in { $zone }
how-durations = as durations
how-durations-units = as durations, whatever their unit
how-interval = as months, days and microseconds apart: 1 month is not 30 days
how-fields = field by field
how-fields-rules = field by field, by name, the same rules inside
how-items = item by item
how-items-rules = item by item, the same rules inside
how-entries = by their entries, in whatever order
how-nothing = one side has no value at all, and fits any type

## Findings: the message, and the remedy where there is one

severity-warning = warning
severity-note = note
finding-hint = hint: { $remedy }
finding-of-holdout =
    Holdout against { $side ->
        [avatar] avatar
       *[original] original
    }: { $message }

finding-boolean-as-number =
    Column { $column } is true/false on one side and 0/1 on the other; true was compared as 1.
finding-float-narrowed =
    Column { $column } is a 4-byte float on one side only; both were compared at 4-byte precision,
    since a widened 4-byte float equals no decimal fraction.
    .remedy = Store the column with the same width in both files.
finding-float-with-integer =
    Column { $column } is a 4-byte float on one side and an integer on the other; a 4-byte float
    does not hold every whole number beyond { $limit }.
    .remedy = Store the column as integers in both files.
finding-decimal-beyond-double =
    Column { $column } holds decimals of so many digits that no 8-byte float on the other side can
    stand for them; these match nothing.
    .remedy = Store the column as decimals in both files.
finding-bytes-as-text =
    Column { $column } is bytes on one side and text on the other; the bytes were compared with the
    text in UTF-8.
finding-empty-as-missing =
    Column { $column } holds empty texts on one side; the other side's format cannot tell an empty
    text from a missing value, so both count as missing.
finding-nan-as-missing = NaN in column { $column } was read as a missing value.
finding-nan-and-null =
    Column { $column } holds NaN as well as NULL; both were read as the same missing value.
    .remedy = Write missing values in one way in both files.
finding-odd-local-hours =
    Column { $column } holds { $rows } local times that the clocks of { $zone } show twice or not at
    all; each was taken as one of the instants that it may be, and may miss its match.
    .remedy = Write the column as instants (with a zone) in both files.
finding-lost-digits =
    Column { $column } holds long numbers in the { $full } whose last digits seem lost in the
    { $cut }, as if they had passed through an 8-byte float; they cannot match.
    .remedy = Write { $column } of the { $cut } anew as integers or text.
finding-kinds-differ =
    Column { $column } was compared as text: the { $special } alone would be { $alone }, but the
    { $other } also holds { $strange }. Values that are equal but written differently do not match.
    .remedy =
        If such a token means a missing value, pass it with --null; else give the column a type
        with --cast.
finding-spelled-differently =
    Column { $column } was compared as text{ $mixed ->
        [yes] { " " }because it also holds { $others }
       *[no] { "" }
    }; most of its tokens are { $most }, and the files write { $most } differently (such as
    { $example }): equal values do not match.
    .remedy = If the other tokens mean a missing value, pass them with --null.
finding-number-fits-no-type =
    Column { $column } holds numbers that no type holds exactly; it was compared as text, so 1 and
    1.0 differ.
    .remedy = Write the numbers alike in both files, or round them to fewer digits ({ $column }).
finding-name-case =
    Columns whose names differ only by upper and lower case were paired: { $pairs }.
    .remedy = If they are different columns, exclude them.
name-pair = { $original } with { $avatar }
finding-index-column = An index that pandas stored beside the data was left out: { $columns }.
    .remedy = To compare it, name it with --columns.
finding-unnamed-column =
    A column without a name of its own takes part: { $columns }. Such a column often holds row
    numbers, and a row number forbids every match.
    .remedy = If it is a row number, leave it out: --exclude '""' is the column without a name.
finding-no-unique-row =
    No row of the original is unique: each of the { $rows } rows occurs more than once, so the score
    is { PERCENT($score) } whatever the avatars hold, and says nothing.
    .remedy = See whether rows were duplicated by mistake, or compare more columns.
finding-few-unique-rows =
    Only { $unique } of { $rows } original { $unique ->
        [one] rows is
       *[other] rows are
    } unique, less than { PERCENT($share) }: the score could not fall below { PERCENT($lowest) },
    whatever the avatars hold. Judge by the unique match rate.
    .remedy = Compare more columns, or see whether rows were duplicated by mistake.
finding-columns-left-out =
    Left out, as asked for: { $columns }. A match must agree on the other columns only.
finding-checksums-missing =
    --verify-checksums: { $role ->
        [original] the original
        [avatar] the avatar
       *[holdout] the holdout
    } { $source } has { $bare } of { $files } { $files ->
        [one] file
       *[other] files
    } with pages that bear no checksum. Nothing was verified of these pages.
    .remedy = Write the files with page checksums (pyarrow: write_page_checksum=True).
finding-checksums-not-parquet =
    --verify-checksums: { $role ->
        [original] the original
        [avatar] the avatar
       *[holdout] the holdout
    } { $source } was not verified. Only Parquet files on this machine have checksums to verify.
finding-identifier-hides =
    { $count ->
        [one] Column { $columns } looks like an identifier and forbids matches. Its
       *[other] Columns { $columns } look like identifiers and forbid matches. Their
    } values are all distinct in the original{ $unshared ->
        [yes] , and none occurs among the avatars
       *[no] { "" }
    }. Without { $count ->
        [one] it
       *[other] them
    }, { $matched } of { $unique } unique rows match and the score is { PERCENT($score) }.{ $sampled ->
        [0] { "" }
       *[other] { " " }(Found in a sample of { $sampled } rows, then counted in all.)
    }
    .remedy =
        { $count ->
            [one] If it is an identifier
           *[other] If they are identifiers
        } or row numbers, pass --exclude { $exclude }.
finding-identifier-unmatchable =
    Column { $column } looks like an identifier: its values are all distinct in the original, and
    none occurs among the avatars, so no row can match while it is compared.{ $without ->
        [no-row] { " " }No unique row matches without such columns either.
        [no-sampled] { " " }None of { $kept } sampled rows matches without such columns either.
       *[some] { "" }
    }
    .remedy = Leave it out: --exclude { $exclude }.
finding-near-match =
    { $near } unique rows would match instead of { $strict } if { $conditions }{ $without ->
        [0] { "" }
       *[other] { " " }(and { $left_out } left out)
    }. The score compares what is written, and does not count them.{ $sampled ->
        [0] { "" }
       *[other] { " " }(Found in a sample of { $sampled } rows, then counted in all.)
    }
    .remedy =
        { $cure ->
            [null]
                If a token among the numbers of { $columns } means a missing value, pass it with
                --null; else write the numbers alike in both files.
            [round] Round { $columns } to the same number of decimals in both files.
           *[alike] Write { $columns } alike in both files.
        }
finding-look-undone =
    The engine { $engine } cannot tell whether rows would match if { $conditions }: that was not
    looked for in { $columns }.
finding-no-shared-value =
    Column { $column } shares no value with the other side, so that it alone forbids every match:
    { $why ->
        [dates] both hold dates, spelled in another format
        [format] the two are written in another format
        [codes]
            each side repeats values that the other does not have, as if it were coded or measured
            in another way
       *[noise]
            its numbers meet those of the other side only to 9 significant digits, as after rounding
            or a computation in floats
    }.
    .remedy =
        { $why ->
            [dates] Write the dates of { $column } as YYYY-MM-DD in both files.
            [format] Write { $column } alike in both files, or leave it out with --exclude.
            [codes]
                Bring { $column } to the same codes in both files, or leave it out with --exclude.
           *[noise] Round { $column } to the same number of decimals in both files.
        }

## Parts of findings

near-in-columns = { $relaxation } in { $columns }
near-trimmed = blanks around a value were ignored
near-composed = Unicode forms of a letter were taken as one (NFC)
near-case = upper and lower case were taken as one
near-empty = empty text was taken as missing
near-numbers = numbers were read as numbers
near-nine-digits = numbers were compared to 9 significant digits
near-four-bytes = numbers were compared as 4-byte floats
near-eight-bytes = long numbers were compared as 8-byte floats
tokens-numbers = numbers
tokens-nan = 'nan'
tokens-infinite = 'inf'
tokens-zero-led = numbers with leading zeros or a plus sign
tokens-truth = true/false
tokens-dates = dates
tokens-local = local timestamps
tokens-instants = timestamps with a zone
tokens-other-numbers = numbers spelled with a comma or with separated thousands
tokens-text = other text
example-numbers = 1 and 1.0
example-dates = 10:00 and 10:00:00
example-truth = TRUE and true

## The page (HTML)

page-title = Row Direct Match Protection (RDMP)
page-warnings =
    { $warnings ->
        [one] One warning below: the score may be higher than it should be.
       *[other] { $warnings } warnings below: the score may be higher than it should be.
    }
page-meaning = What it means
page-formula =
    RDMP = 100 × (1 − matched rows ÷ original rows). A matched row is a row of the original that
    occurs exactly once there and stands, equal on every column, among the avatars. Rows that occur
    more than once protect one another, and are set aside.
page-funnel = From all rows to those that were matched
page-insight = On which columns the protection rests
page-more-columns =
    { $more ->
        [one] 1 more column is
       *[other] { $more } more columns are
    } not drawn: rdmp columns lists them all.
page-computed = How it was computed
page-versions = Versions
page-started = Started
page-took = Took
page-options = Options
page-no-options = none was given
page-file = File
page-size = Size
page-more-files =
    And { $more ->
        [one] 1 more file
       *[other] { $more } more files
    }; { $size } in all. SHA-256 of the fingerprints of all files in this
    order: { $digest }
page-no-file = { $source }: no file of this machine.
page-sql = The { $statements } statements that were run, as SQL
page-candidates = The score of each avatar
page-best-first = All avatars, the best first
page-of-best = { $title }: { $avatar }
page-sql-best = The { $statements } statements that were run for { $avatar }, as SQL
page-columns-else = Compared otherwise for { $avatars }: { $columns }
page-bound = Bound values: { $values }
picture-score = The score of { $score } on a scale from 0 to 100.
picture-target = target: above { $target }
picture-lowest = lowest possible here
picture-all-rows = all original rows
picture-unique-rows = unique rows
picture-matched-rows = matched rows
picture-of-unique = unique rows matched
picture-of-holdout = holdout rows matched: coincidence
picture-percent = percent of rows, with 95 % intervals
picture-present = present in avatar
picture-without = score without it
picture-columns =
    For each column, how many original rows have a value that occurs in the avatar's column, and the
    score if the column were left out.

## Several avatars

several-title = Row Direct Match Protection (RDMP) of { $avatars } avatars
several-best = Best: { $avatar }, { PERCENT($score) }.
several-all-best = All { $avatars } avatars have the same score: { PERCENT($score) }.
several-target =
    Usual target: above { PERCENT($target) } (published for the avatar method) — met by { $met } of
    { $avatars }.
several-rows = { $rows } rows
several-unique-rows =
    { $rows } rows, of which { $unique } unique; lowest score { PERCENT($lowest) }
several-score = Score
several-copied = Copied avatar rows
several-warnings = Warnings
several-every = every avatar
several-some = { $avatars }
several-columns = Columns compared: { $columns }, for { $avatars }
several-below =
    { $low } of { $avatars } scores { $low ->
        [one] is
       *[other] are
    } below --fail-under { $limit }: { $scores }

## Single rows: rdmp rows and rdmp filter

rows-written =
    { $output }: { $written ->
        [one] 1 row
       *[other] { $written } rows
    } of { $rows } ({ $original }), each unique there and found among the avatars ({ $avatar }).
rows-placed =
    original_row counts the rows of data in original_file from 1, the header not; avatar_rows is how
    often the row stands among the avatars.
rows-not-placed =
    original_row is empty: the rows of this source have no number that would stay the same;
    avatar_rows is how often the row stands among the avatars.
rows-by-values = Beside its place, each row has its values.
rows-by-digest =
    Beside its place, each row has a SHA-256 with a random salt that was written nowhere: it tells
    rows of this file apart, and cannot be computed again.
rows-by-salted-digest = Beside its place, each row has a SHA-256 with the salt of --salt-file.
rows-private = The file can be read by its owner alone.
rows-personal-data =
    the output holds rows of real people: it is personal data, keep it as such
rows-omitted = not written, as it cannot be read exactly: { $columns }
rows-renamed = column { $column } is written as { $given }
filter-written =
    { $output }: { $remaining ->
        [one] 1 row
       *[other] { $remaining } rows
    } of { $rows } ({ $avatar }); { $removed ->
        [one] 1 row that equals a unique original row was
       *[other] { $removed } rows that equal a unique original row were
    } removed.
filter-scores =
    The score was { PERCENT($before) }, and is { PERCENT($after) } now, by evaluating what was
    written.
filter-unverified-score =
    The score was { PERCENT($before) }; what was written was not evaluated: --no-verify.
filter-unverified = what was written was not evaluated: --no-verify
filter-copies =
    { $copies ->
        [one] 1 row remains that equals
       *[other] { $copies } rows remain that equal
    } an original row that occurs more than once: the metric sets these aside, because repeated rows
    protect one another.
filter-changes =
    Removing rows changes the distribution of the avatars: whoever had a twin among them is now
    missing. To raise k, the number of neighbours, and to generate the avatars again is the better
    cure.

## A run that was repeated from its evidence

verified-same =
    { $evidence }: the same. The run was repeated, and { $avatars ->
        [one] the score, its counts and findings are
       *[other] the scores of { $avatars } avatars, their counts and findings are
    } as recorded.
verified-other =
    { $evidence }: NOT the same. { $differences ->
        [one] One thing differs
       *[other] { $differences } things differ
    } from what is recorded:
verified-note = note: { $note }
verified-nothing = nothing
verified-file-changed = { $source }: { $file } is not the file that was evaluated
verified-file-missing = { $source }: { $file } is not there any more
verified-file-added = { $source }: { $file } was not there
verified-count = { $source }: { $what } was { $recorded }, and is { $found }
verified-schema = { $source }: column { $what } was { $recorded }, and is { $found }
verified-comparison = { $source }: column { $what } is compared in another way
verified-finding-gone = { $source }: the finding { $what } is recorded, and was not made again
verified-finding-new = { $source }: the finding { $what } was made, and is not recorded
verified-version = { $what } was { $recorded }, and is { $found }
verified-no-digest =
    { $source } is no file, so that only its counts could be compared
