### Ce que rdmp dit à ses lecteurs, en français. en.ftl dit la même chose ; un test compare les deux.
###
### Typographie : espace insécable (U+00A0) devant : et %, et à l’intérieur des guillemets ; espace fine
### insécable (U+202F) devant ; ! ? ; apostrophe courbe. Un test y veille. Les termes sont ceux de la
### spécification de la métrique : lignes uniques, données originales, données synthétiques, avatars,
### critère d’individualisation. Le « holdout » est l’échantillon témoin.

## Nombres et listes

number = { $number }
percent = { $number } %
percent-tiny = moins de { PERCENT($limit) }
leak-tiny = Moins de { PERCENT($limit) }
not-counted = non compté
both = { $first } et { $second }
names-and-more = { $names } et { $more } de plus
seconds = { $seconds } s
label-and-value = { $label } : { $value }

## Le score

headline = Row Direct Match Protection (RDMP) :
meaning-matched =
    { $share } des lignes originales — { $matched } sur { $rows } —
    { $matched ->
        [one] est unique et figure
       *[other] sont uniques et figurent
    } à l’identique parmi les avatars.
meaning-no-unique =
    Aucune des { $rows } lignes originales n’est unique, aucune ne pouvait donc être retrouvée : le
    score ne dit rien de cette paire.
meaning-quick =
    Aucune des { $rows } lignes originales n’est à la fois unique et présente à l’identique parmi
    les avatars.
meaning-none =
    { $unique ->
        [one] La seule ligne originale unique ne figure pas
       *[other] Aucune des { $unique } lignes originales uniques ne figure
    } à l’identique parmi les avatars.
target =
    Objectif habituel : plus de { PERCENT($target) } (publié pour la méthode avatar) —
    { $met ->
        [yes] atteint
       *[no] NON atteint
    }.
advice-raise-k =
    Les auteurs de la méthode avatar conseillent d’augmenter k, le nombre de voisins, et de générer
    à nouveau les avatars.
advice-many-columns =
    Une correspondance exige l’égalité sur les { $columns } colonnes : un score de 100 est donc facile à
    atteindre ici. Utilisez --columns pour ne comparer que ce qu’un attaquant peut connaître.
scope =
    Il s’agit de l’attaque par correspondance directe, la plus simple : chercher chaque ligne
    originale parmi les avatars. Elle teste le critère d’individualisation (isoler une personne au
    sein d’un jeu de données ; groupe de travail « Article 29 », avis 05/2014). Y résister est
    nécessaire, mais non suffisant : la corrélation d’enregistrements et l’inférence de valeurs
    demandent leurs propres tests.
below-limit = le score de { $score } est inférieur à --fail-under { $limit }

## Titres et libellés

label-original = Données originales
label-avatar = Avatars
label-holdout = Échantillon témoin
title-findings = Constats
title-figures = Chiffres
title-columns = Colonnes comparées : { $columns }
title-limits = Portée de ce résultat
title-figure = Chiffre
title-value = Valeur
title-meaning = Signification
title-column = Colonne
title-original = Originales
title-avatar = Avatars
title-compared-as = Comparé comme
title-how = Comment
column-renamed = { $name } (avatars : { $avatar })
types-same = { $type } des deux côtés
types-differ =
    { $original } dans les données originales, { $avatar } dans les avatars, comparé comme
    { $compared }

## Chiffres

figure-original-rows = Lignes originales
    .explanation = n, toutes les lignes des données originales
figure-unique-rows = Lignes uniques
    .explanation =
        { $counted ->
            [no] les lignes uniques n’ont pas été comptées dans cette exécution rapide
           *[yes] présentes une seule fois : elles seules peuvent être individualisées
        }
figure-matched-rows = Lignes retrouvées
    .explanation = lignes uniques qui figurent à l’identique parmi les avatars
figure-unique-match-rate = Taux parmi les uniques
    .explanation =
        lignes retrouvées / lignes uniques : la fuite parmi les lignes qui peuvent fuir
figure-lowest-score = Score plancher
    .explanation =
        ce qu’obtiendraient ces données originales si chaque ligne unique était retrouvée
figure-present-score = Score de présence
    .explanation =
        le score sans la règle d’unicité{ $counted ->
            [no] { "" }
           *[yes]  : { $present ->
                [one] { $present } ligne originale retrouvée
               *[other] { $present } lignes originales retrouvées
            } parmi les avatars, répétitions comprises
        }
figure-avatar-rows = Lignes d’avatars
    .explanation = toutes les lignes des avatars
figure-copied-rows = Lignes copiées
    .explanation =
        { $counted ->
            [no] lignes d’avatars égales à une ligne originale, répétitions comprises
           *[yes] { $share } des lignes d’avatars sont égales à une ligne originale
        }

## Coïncidence

title-coincidence = Coïncidence, d’après l’échantillon témoin
coincidence-unknown =
    On ne peut rien dire de la mémorisation :
    { $why ->
        [no-unique] aucune ligne originale n’est unique
       *[all-known] chaque ligne de l’échantillon témoin figure aussi dans les données originales
    }.
coincidence-memorised =
    Signe de mémorisation : les lignes uniques ont été retrouvées { $bound ->
        [yes] au moins { $times }
       *[no] { $times }
    } fois plus souvent que ne l’explique la coïncidence.
coincidence-no-match = Aucun signe de mémorisation : aucune ligne unique n’a été retrouvée.
coincidence-no-sign =
    Aucun signe de mémorisation : les lignes uniques n’ont pas été retrouvées plus souvent que ne
    l’explique la coïncidence ; un écart allant jusqu’à { $more } points de pourcentage ne pourrait
    pas être distingué du hasard ici.
figure-coincidence-unique = Lignes uniques retrouvées
    .explanation =
        { $found } sur { $rows } lignes uniques des données originales{ $rows ->
            [0] { "" }
           *[other]  ; intervalle à 95 % : de { $lower } à { PERCENT($upper) }
        }
figure-coincidence-holdout = Lignes témoins retrouvées
    .explanation =
        { $found } sur { $rows } lignes témoins absentes des données originales{ $rows ->
            [0] { "" }
           *[other]  ; intervalle à 95 % : de { $lower } à { PERCENT($upper) }
        }
figure-coincidence-difference = Écart
    .explanation = points de pourcentage ; intervalle à 95 % : de { $lower } à { $upper }
figure-coincidence-aside = Mises de côté
    .explanation =
        sur { $rows } lignes témoins : elles figurent aussi dans les données originales et ne
        disent rien du hasard

## Colonnes : sur quoi repose la protection

insight-meaning =
    Sur { $rows } lignes originales, { $unique ->
        [one] { $unique } est unique
       *[other] { $unique } sont uniques
    }, dont { $matched ->
        [one] { $matched } figure
       *[other] { $matched } figurent
    } à l’identique parmi les avatars, en comparant { $columns ->
        [one] { $columns } colonne
       *[other] { $columns } colonnes
    }.
insight-one-column = Une seule colonne est comparée : sans elle, il ne reste rien.
insight-strangers =
    Aucune valeur de { $columns } ne figure dans les avatars : chacune de ces colonnes empêche à elle
    seule toute correspondance. Passez-les ensemble à --exclude pour voir ce qu’elles cachent.
insight-carrier =
    Sans { $column }, { PERCENT($share) } des lignes originales ({ $without } sur { $rows }, au lieu
    de { $matched }) correspondraient : la protection repose sur cette colonne.{ $never ->
        [yes] { " " }Aucune de ses valeurs ne figure dans les avatars.
       *[no] { "" }
    }
insight-no-carrier-at-all =
    Aucune colonne ne porte à elle seule la protection : quelle que soit celle que l’on retire, il
    n’y a pas plus de correspondances qu’avec toutes.
insight-no-carrier =
    Aucune colonne ne porte à elle seule la protection : c’est sans { $column } que le score change
    le plus, à { PERCENT($score) } ({ $more ->
        [one] { $more } correspondance
       *[other] { $more } correspondances
    } de plus).
insight-reading =
    Score sans : le score si cette colonne n’était pas comparée. Plus il est bas, plus la protection
    repose sur cette colonne. Présentes : lignes originales dont la valeur figure dans la même
    colonne des avatars ; si c’est 0, cette colonne empêche à elle seule toute correspondance.
insight-title-values = Valeurs
insight-title-avatar = Avatars
insight-title-present = Présentes
insight-title-unique-without = Uniques sans
insight-title-matched-without = Retrouvées sans
insight-title-score-without = Score sans
attacker-title =
    Ce que trouve un attaquant qui connaît { $columns ->
        [one] { $columns } colonne
       *[other] { $columns } colonnes
    }
attacker-worst =
    Le pire cas : { $columns }. Sur { $size ->
        [one] cette seule colonne
       *[other] ces seules colonnes
    }, { $unique ->
        [one] { $unique } ligne est unique
       *[other] { $unique } lignes sont uniques
    }, dont { $matched ->
        [one] { $matched } est retrouvée
       *[other] { $matched } sont retrouvées
    } : un score de { PERCENT($score) }.
attacker-all =
    { $possible ->
        [one] Le seul ensemble possible de colonnes a été compté.
       *[other] Les { $possible } ensembles possibles de colonnes ont tous été comptés.
    }
attacker-some =
    Recherche non exhaustive : sur { $possible } ensembles possibles de colonnes, une recherche
    gloutonne en a compté { $counted }, et il peut en exister un pire. Chaque compte affiché est
    exact.
attacker-title-known = Colonnes connues
attacker-title-unique = Uniques
attacker-title-matched = Retrouvées
attacker-title-score = Score
attacker-more = { $more } de plus : --format json les énumère.

## Comment une colonne a été comparée : le type, et une phrase

type-rest = { $type } et un reste
type-rest-whole = { $type } et un reste au-delà de 2^53
type-rest-digits = { $type } et un reste au-delà de 15 chiffres
type-microseconds = microsecondes et un reste
type-nanoseconds = nanosecondes
type-date-and-time = { $type } et heure du jour
type-duration = durée en { $unit }
type-missing = manquant ou non
type-text = texte
how-cast = les deux côtés convertis en { $type }, comme demandé
how-with-types = { $how } ({ $original } avec { $avatar })
how-read-from-text = { $how }, à partir du texte
how-spelled-differently = { $how } ; l’écriture diffère entre les deux fichiers
how-text-as-type = { $how } ; le texte a été lu dans le type de l’autre côté
how-whole-numbers = comme nombres entiers
how-decimals = comme le même nombre, quelles que soient la largeur et l’échelle
how-same-number = comme le même nombre
how-four-bytes = à la précision de 4 octets
how-shortest-decimal =
    comme le même nombre décimal : un flottant vaut sa forme décimale la plus courte
how-same-float = comme le même flottant, NaN étant une valeur manquante
how-truth-as-bits = vrai vaut 1, faux vaut 0
how-truth = comme vrai ou faux
how-text = comme texte, octet par octet
how-bytes = octet par octet
how-text-as-bytes = comme les octets du texte en UTF-8
how-uuid = comme identifiants de 128 bits
how-uuid-as-text = comme identifiants de 128 bits, sans égard à la casse
how-dates = comme dates
how-midnight = une date vaut son minuit
how-times = comme heures du jour
how-local = comme horodatages locaux
how-instants = comme instants, quel que soit leur fuseau
how-local-as-instant = horodatages locaux pris comme instants dans le fuseau { $zone }
how-durations = comme durées
how-durations-units = comme durées, quelle que soit leur unité
how-interval =
    comme mois, jours et microsecondes, séparément : 1 mois n’est pas 30 jours
how-fields = champ par champ
how-fields-rules = champ par champ, par nom, avec les mêmes règles à l’intérieur
how-items = élément par élément
how-items-rules = élément par élément, avec les mêmes règles à l’intérieur
how-entries = par leurs entrées, dans n’importe quel ordre
how-nothing = un côté n’a aucune valeur, ce qui convient à tout type

## Constats : le message, et le remède s’il y en a un

severity-warning = avertissement
severity-note = remarque
finding-hint = conseil : { $remedy }
finding-of-holdout =
    Échantillon témoin comparé { $side ->
        [avatar] aux avatars
       *[original] aux données originales
    } : { $message }

finding-boolean-as-number =
    La colonne { $column } contient vrai/faux d’un côté et 0/1 de l’autre ; vrai a été compté
    comme 1.
finding-float-narrowed =
    La colonne { $column } est un flottant de 4 octets d’un seul côté ; les deux côtés ont été
    comparés à la précision de 4 octets, car un flottant de 4 octets élargi n’est égal à aucune
    fraction décimale.
    .remedy = Enregistrez la colonne avec la même largeur dans les deux fichiers.
finding-float-with-integer =
    La colonne { $column } est un flottant de 4 octets d’un côté et un entier de l’autre ; un
    flottant de 4 octets ne peut pas représenter tous les entiers au-delà de { $limit }.
    .remedy = Enregistrez la colonne en entiers dans les deux fichiers.
finding-decimal-beyond-double =
    La colonne { $column } contient des décimaux de tant de chiffres qu’aucun flottant de 8 octets
    de l’autre côté ne peut les représenter ; ils ne correspondent à rien.
    .remedy = Enregistrez la colonne en décimaux dans les deux fichiers.
finding-bytes-as-text =
    La colonne { $column } contient des octets d’un côté et du texte de l’autre ; les octets ont été
    comparés au texte en UTF-8.
finding-empty-as-missing =
    La colonne { $column } contient des textes vides d’un côté ; le format de l’autre côté ne peut
    pas distinguer un texte vide d’une valeur manquante, les deux comptent donc comme manquants.
finding-nan-as-missing =
    NaN dans la colonne { $column } a été lu comme une valeur manquante.
finding-nan-and-null =
    La colonne { $column } contient à la fois NaN et NULL ; les deux ont été lus comme la même valeur
    manquante.
    .remedy = Écrivez les valeurs manquantes d’une seule façon dans les deux fichiers.
finding-odd-local-hours =
    La colonne { $column } contient { $rows ->
        [one] { $rows } heure locale
       *[other] { $rows } heures locales
    } que les horloges du fuseau { $zone } affichent deux fois ou jamais ; chacune a été prise pour l’un des
    instants possibles, et peut manquer sa correspondance.
    .remedy = Écrivez la colonne sous forme d’instants (avec un fuseau) dans les deux fichiers.
finding-lost-digits =
    La colonne { $column } contient dans { $full ->
        [avatar] les avatars
        [holdout] l’échantillon témoin
       *[original] les données originales
    } de longs nombres dont les derniers chiffres semblent perdus dans { $cut ->
        [avatar] les avatars
        [holdout] l’échantillon témoin
       *[original] les données originales
    }, comme après un passage par un flottant de 8 octets ; ils ne peuvent pas correspondre.
    .remedy =
        Écrivez à nouveau { $column } dans { $cut ->
            [avatar] les avatars
            [holdout] l’échantillon témoin
           *[original] les données originales
        }, en entiers ou en texte.
finding-kinds-differ =
    La colonne { $column } a été comparée comme texte : { $special ->
        [avatar] d’après les seuls avatars
        [holdout] d’après le seul échantillon témoin
       *[original] d’après les seules données originales
    }, elle contiendrait { $alone }, mais { $other ->
        [avatar] les avatars contiennent
        [holdout] l’échantillon témoin contient
       *[original] les données originales contiennent
    } aussi { $strange }. Des valeurs égales mais écrites différemment ne correspondent pas.
    .remedy =
        Si un tel texte désigne une valeur manquante, passez-le avec --null ; sinon, donnez un type
        à la colonne avec --cast.
finding-spelled-differently =
    La colonne { $column } a été comparée comme texte{ $mixed ->
        [yes] { " " }parce qu’elle contient aussi { $others }
       *[no] { "" }
    } ; elle contient surtout { $most }, que les fichiers écrivent différemment (par exemple
    { $example }) : des valeurs égales ne correspondent pas.
    .remedy = Si les autres textes désignent une valeur manquante, passez-les avec --null.
finding-number-fits-no-type =
    La colonne { $column } contient des nombres qu’aucun type ne représente exactement ; elle a été
    comparée comme texte, si bien que 1 et 1.0 diffèrent.
    .remedy =
        Écrivez les nombres de la même façon dans les deux fichiers, ou arrondissez-les à moins de
        chiffres ({ $column }).
finding-name-case =
    Des colonnes dont les noms ne diffèrent que par la casse ont été appariées : { $pairs }.
    .remedy = S’il s’agit de colonnes différentes, excluez-les.
name-pair = { $original } avec { $avatar }
finding-index-column =
    Un index que pandas a enregistré à côté des données a été laissé de côté : { $columns }.
    .remedy = Pour le comparer, nommez-le avec --columns.
finding-unnamed-column =
    Une colonne sans nom propre est comparée : { $columns }. Une telle colonne contient souvent des
    numéros de ligne, et un numéro de ligne empêche toute correspondance.
    .remedy =
        Si c’est un numéro de ligne, excluez-la : --exclude '""' désigne la colonne sans nom.
finding-no-unique-row =
    Aucune ligne originale n’est unique : chacune des { $rows } lignes apparaît plus d’une fois, si
    bien que le score est de { PERCENT($score) } quoi que contiennent les avatars, et ne dit rien.
    .remedy =
        Vérifiez si des lignes ont été dupliquées par erreur, ou comparez davantage de colonnes.
finding-few-unique-rows =
    Seulement { $unique ->
        [one] { $unique } ligne originale sur { $rows } est unique
       *[other] { $unique } lignes originales sur { $rows } sont uniques
    }, moins de { PERCENT($share) } : le score ne pourrait pas descendre sous { PERCENT($lowest) },
    quoi que contiennent les avatars. Jugez d’après le taux parmi les uniques.
    .remedy =
        Comparez davantage de colonnes, ou vérifiez si des lignes ont été dupliquées par erreur.
finding-columns-left-out =
    Laissées de côté, comme demandé : { $columns }. Une correspondance n’exige l’égalité que
    sur les autres colonnes.
finding-checksums-missing =
    --verify-checksums : dans { $role ->
        [original] les données originales
        [avatar] les avatars
       *[holdout] l’échantillon témoin
    } { $source }, { $bare } { $bare ->
        [one] fichier sur { $files } contient
       *[other] fichiers sur { $files } contiennent
    } des pages sans somme de contrôle. Rien n’a été vérifié dans ces pages.
    .remedy =
        Écrivez les fichiers avec des sommes de contrôle (pyarrow : write_page_checksum=True).
finding-checksums-not-parquet =
    --verify-checksums : { $role ->
        [original] les données originales
        [avatar] les avatars
       *[holdout] l’échantillon témoin
    } { $source } : rien n’a été vérifié. Seuls les fichiers Parquet de cette machine ont des sommes
    de contrôle à vérifier.
finding-identifier-hides =
    { $count ->
        [one] La colonne { $columns } ressemble à un identifiant et empêche des correspondances. Ses
       *[other] Les colonnes { $columns } ressemblent à des identifiants et empêchent des correspondances. Leurs
    } valeurs sont toutes distinctes dans les données originales{ $unshared ->
        [yes] , et aucune ne figure parmi les avatars
       *[no] { "" }
    }. Sans { $count ->
        [one] elle
       *[other] elles
    }, { $matched ->
        [one] { $matched } ligne unique sur { $unique } correspond
       *[other] { $matched } lignes uniques sur { $unique } correspondent
    } et le score est de { PERCENT($score) }.{ $sampled ->
        [0] { "" }
       *[other] { " " }(Trouvé dans un échantillon de { $sampled } lignes, puis compté sur toutes.)
    }
    .remedy =
        { $count ->
            [one] S’il s’agit d’un identifiant ou d’un numéro de ligne
           *[other] S’il s’agit d’identifiants ou de numéros de ligne
        }, passez --exclude { $exclude }.
finding-identifier-unmatchable =
    La colonne { $column } ressemble à un identifiant : ses valeurs sont toutes distinctes dans les
    données originales, et aucune ne figure parmi les avatars, si bien qu’aucune ligne ne peut
    correspondre tant qu’elle est comparée.{ $without ->
        [no-row] { " " }Aucune ligne unique ne correspond non plus sans de telles colonnes.
        [no-sampled] { " " }Aucune des { $kept } lignes échantillonnées ne correspond non plus sans de telles colonnes.
       *[some] { "" }
    }
    .remedy = Laissez-la de côté : --exclude { $exclude }.
finding-near-match =
    { $near ->
        [one] { $near } ligne unique correspondrait
       *[other] { $near } lignes uniques correspondraient
    }, au lieu de { $strict }, { $conditions }{ $without ->
        [0] { "" }
       *[other] { " " }(en laissant de côté { $left_out })
    }. Le score compare ce qui est écrit, et ne les compte pas.{ $sampled ->
        [0] { "" }
       *[other] { " " }(Trouvé dans un échantillon de { $sampled } lignes, puis compté sur toutes.)
    }
    .remedy =
        { $cure ->
            [null]
                Si un texte parmi les nombres de { $columns } désigne une valeur manquante,
                passez-le avec --null ; sinon, écrivez les nombres de la même façon dans les deux
                fichiers.
            [round] Arrondissez { $columns } au même nombre de décimales dans les deux fichiers.
           *[alike] Écrivez { $columns } de la même façon dans les deux fichiers.
        }
finding-look-undone =
    Le moteur { $engine } ne peut pas dire si des lignes correspondraient si { $conditions } :
    cela n’a pas été cherché dans { $columns }.
finding-no-shared-value =
    La colonne { $column } n’a aucune valeur en commun avec l’autre côté, si bien qu’elle empêche à
    elle seule toute correspondance : { $why ->
        [dates] les deux côtés contiennent des dates, écrites dans des formats différents
        [format] les deux côtés sont écrits dans des formats différents
        [codes]
            chaque côté répète des valeurs que l’autre n’a pas, comme s’il était codé ou mesuré
            autrement
       *[noise]
            ses nombres ne rejoignent ceux de l’autre côté qu’à 9 chiffres significatifs, comme
            après un arrondi ou un calcul en flottants
    }.
    .remedy =
        { $why ->
            [dates] Écrivez les dates de { $column } sous la forme AAAA-MM-JJ dans les deux fichiers.
            [format]
                Écrivez { $column } de la même façon dans les deux fichiers, ou laissez-la de côté
                avec --exclude.
            [codes]
                Ramenez { $column } aux mêmes codes dans les deux fichiers, ou laissez-la de côté
                avec --exclude.
           *[noise] Arrondissez { $column } au même nombre de décimales dans les deux fichiers.
        }

## Éléments des constats

near-in-columns = si { $relaxation } dans { $columns }
near-trimmed = les blancs autour des valeurs étaient ignorés
near-composed = les formes Unicode d’une même lettre étaient confondues (NFC)
near-case = majuscules et minuscules étaient confondues
near-empty = les textes vides étaient pris pour des valeurs manquantes
near-numbers = les nombres étaient lus comme des nombres
near-nine-digits = les nombres étaient comparés à 9 chiffres significatifs
near-four-bytes = les nombres étaient comparés comme des flottants de 4 octets
near-eight-bytes = les longs nombres étaient comparés comme des flottants de 8 octets
tokens-numbers = des nombres
tokens-nan = « nan »
tokens-infinite = « inf »
tokens-zero-led = des nombres avec zéros en tête ou signe plus
tokens-truth = vrai/faux
tokens-dates = des dates
tokens-local = des horodatages locaux
tokens-instants = des horodatages avec fuseau
tokens-other-numbers = des nombres écrits avec une virgule ou des séparateurs de milliers
tokens-text = d’autres textes
example-numbers = 1 et 1.0
example-dates = 10:00 et 10:00:00
example-truth = TRUE et true

## La page (HTML)

page-title = Row Direct Match Protection (RDMP)
page-warnings =
    { $warnings ->
        [one] Un avertissement ci-dessous : le score est peut-être trop élevé.
       *[other] { $warnings } avertissements ci-dessous : le score est peut-être trop élevé.
    }
page-meaning = Ce que cela signifie
page-formula =
    RDMP = 100 × (1 − lignes retrouvées ÷ lignes originales). Une ligne retrouvée est une ligne des
    données originales qui n’y figure qu’une seule fois et qui se trouve, égale sur toutes les
    colonnes, parmi les avatars. Les lignes qui figurent plusieurs fois se protègent mutuellement et
    sont mises de côté.
page-funnel = De toutes les lignes à celles qui sont retrouvées
page-insight = Sur quelles colonnes repose la protection
page-more-columns =
    { $more ->
        [one] Une autre colonne n’est pas dessinée
       *[other] { $more } autres colonnes ne sont pas dessinées
    } : rdmp columns les énumère toutes.
page-computed = Comment le résultat a été calculé
page-versions = Versions
page-started = Début
page-took = Durée
page-options = Options
page-no-options = aucune
page-file = Fichier
page-size = Taille
page-more-files =
    Et { $more ->
        [one] un autre fichier
       *[other] { $more } autres fichiers
    } ; { $size } en tout. SHA-256 des empreintes de tous les fichiers dans
    cet ordre : { $digest }
page-no-file = Aucun fichier sur cette machine : { $source }
page-sql = Les { $statements } requêtes exécutées, en SQL
page-candidates = Le score de chaque jeu d’avatars
page-best-first = Tous les jeux d’avatars, le meilleur d’abord
page-of-best = { $title } : { $avatar }
page-sql-best = Les { $statements } requêtes exécutées pour { $avatar }, en SQL
page-columns-else = Comparées autrement pour { $avatars } : { $columns }
page-bound = Valeurs liées : { $values }
picture-score = Le score de { $score } sur une échelle de 0 à 100.
picture-target = objectif : plus de { $target }
picture-lowest = minimum possible ici
picture-all-rows = toutes les lignes originales
picture-unique-rows = lignes uniques
picture-matched-rows = lignes retrouvées
picture-of-unique = lignes uniques retrouvées
picture-of-holdout = lignes témoins retrouvées : coïncidence
picture-percent = pour cent des lignes, avec intervalles à 95 %
picture-present = valeur présente
picture-without = score sans elle
picture-columns =
    Pour chaque colonne, la part des lignes originales dont la valeur figure dans la colonne de
    l’avatar, et le score si la colonne était laissée de côté.

## Plusieurs jeux d’avatars

several-title = Row Direct Match Protection (RDMP) de { $avatars } jeux d’avatars
several-best = Le meilleur : { $avatar }, { PERCENT($score) }.
several-all-best = Les { $avatars } jeux d’avatars ont le même score : { PERCENT($score) }.
several-target =
    Objectif habituel : plus de { PERCENT($target) } (publié pour la méthode avatar) — atteint par
    { $met } sur { $avatars }.
several-rows = { $rows } lignes
several-unique-rows =
    { $rows } lignes, dont { $unique } uniques ; score plancher { PERCENT($lowest) }
several-score = Score
several-copied = Lignes copiées
several-warnings = Avertissements
several-every = tous les jeux d’avatars
several-some = pour { $avatars }
several-columns = Colonnes comparées : { $columns }, pour { $avatars }
several-below =
    { $low } { $low ->
        [one] score
       *[other] scores
    } sur { $avatars } sous le seuil --fail-under { $limit } : { $scores }

## Lignes une à une : rdmp rows et rdmp filter

rows-written =
    { $output } : { $written ->
        [one] { $written } ligne
       *[other] { $written } lignes
    } sur { $rows } ({ $original }), { $written ->
        [one] unique dans les données originales et retrouvée
       *[other] chacune unique dans les données originales et retrouvée
    } parmi les avatars ({ $avatar }).
rows-placed =
    original_row est le numéro de la ligne de données dans original_file, à partir de 1, sans compter
    l’en-tête ; avatar_rows indique combien de fois la ligne figure parmi les avatars.
rows-not-placed =
    original_row est vide : les lignes de cette source n’ont pas de numéro stable ; avatar_rows
    indique combien de fois la ligne figure parmi les avatars.
rows-by-values = Outre sa place, chaque ligne est donnée avec ses valeurs.
rows-by-digest =
    Outre sa place, chaque ligne porte une empreinte SHA-256 dont le sel aléatoire n’a été écrit nulle
    part : elle distingue les lignes de ce fichier et ne peut pas être recalculée.
rows-by-salted-digest =
    Outre sa place, chaque ligne porte une empreinte SHA-256 calculée avec le sel de --salt-file.
rows-private = Seul le propriétaire du fichier peut le lire.
rows-personal-data =
    la sortie contient les lignes de personnes réelles : ce sont des données personnelles, à protéger
    comme telles
rows-omitted = colonnes non écrites, car elles ne peuvent pas être lues exactement : { $columns }
rows-renamed = la colonne { $column } est écrite sous le nom { $given }
filter-written =
    { $output } : { $remaining ->
        [one] { $remaining } ligne
       *[other] { $remaining } lignes
    } sur { $rows } ({ $avatar }) ; { $removed ->
        [one] { $removed } ligne égale à une ligne originale unique a été retirée
       *[other] { $removed } lignes égales à une ligne originale unique ont été retirées
    }.
filter-scores =
    Le score était de { PERCENT($before) } ; il est maintenant de { PERCENT($after) }, d’après
    l’évaluation de ce qui a été écrit.
filter-unverified-score =
    Le score était de { PERCENT($before) } ; ce qui a été écrit n’a pas été évalué : --no-verify.
filter-unverified = ce qui a été écrit n’a pas été évalué : --no-verify
filter-copies =
    { $copies ->
        [one] Il reste { $copies } ligne égale
       *[other] Il reste { $copies } lignes égales
    } à une ligne originale présente plusieurs fois : la métrique les met de côté, car les lignes
    répétées se protègent mutuellement.
filter-changes =
    Retirer des lignes modifie la distribution des avatars : les personnes qui y avaient un double en
    sont désormais absentes. Augmenter k, le nombre de voisins, et générer à nouveau les avatars est
    le meilleur remède.

## A run that was repeated from its evidence

verified-same =
    { $evidence } : identique. L’évaluation a été refaite, et { $avatars ->
        [one] le score, ses effectifs et ses constats sont
       *[other] les scores de { $avatars } tables d’avatars, leurs effectifs et leurs constats sont
    } ceux qui sont consignés.
verified-other =
    { $evidence } : PAS identique. { $differences ->
        [one] Un point diffère
       *[other] { $differences } points diffèrent
    } de ce qui est consigné :
verified-note = note : { $note }
verified-nothing = rien
verified-file-changed = { $source } : { $file } n’est pas le fichier qui a été évalué
verified-file-missing = { $source } : { $file } n’existe plus
verified-file-added = { $source } : { $file } n’existait pas
verified-count = { $source } : { $what } valait { $recorded }, et vaut { $found }
verified-schema = { $source } : la colonne { $what } était { $recorded }, et est { $found }
verified-comparison = { $source } : la colonne { $what } est comparée autrement
verified-finding-gone =
    { $source } : le constat { $what } est consigné, et n’a pas été refait
verified-finding-new = { $source } : le constat { $what } a été fait, et n’est pas consigné
verified-version = { $what } était { $recorded }, et est { $found }
verified-no-digest =
    { $source } n’est pas un fichier, seuls ses effectifs ont pu être comparés
